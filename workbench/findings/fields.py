"""What a key or header name says about its value (``spec/detection.md`` §2).

Names are folded to letters and digits, so that ``sessionId``, ``session_id`` and ``SESSION-ID``
are one.
"""

from __future__ import annotations

from collections.abc import Collection
from enum import StrEnum
from functools import lru_cache


class Field(StrEnum):
    """The class of a named value."""

    NONE = ""
    SECRET = "secret"
    AUTHORIZATION = "authorization header"
    COOKIE = "cookie header"
    SESSION = "session id"
    PROFILE = "profile id"
    ACCOUNT = "account id"
    PERSON = "person's name"
    NAME = "name"
    USERNAME = "user name"
    EMAIL = "e-mail address"
    PHONE = "phone number"
    ADDRESS = "postal address"
    HOST = "host name"
    IP = "network address"
    PATH = "path"
    PUBLIC = "public constant"


_NAMES: dict[Field, str] = {
    Field.AUTHORIZATION: "authorization proxyauthorization xauthorization",
    Field.COOKIE: "cookie setcookie cookies setcookie2",
    Field.SECRET: """
        xapikey apikey xauthtoken xamzsecuritytoken xgoogapikey ocpapimsubscriptionkey password
        passwd pwd passphrase secret token accesstoken refreshtoken idtoken authtoken bearertoken
        apitoken apisecret clientsecret secretkey secretaccesskey awssecretaccesskey privatekey
        signingkey encryptionkey accesskey sharedkey masterkey sessiontoken csrftoken xcsrftoken
        xsrftoken otp totpsecret webhooksecret connectionstring credential credentials pass
        subscriptionkey sig signature xamzsignature xamzcredential xgoogsignature authkey
        licensekey servicekey storagekey accountkey passcode pin secrets userpassword dbpassword
    """,
    Field.SESSION: """
        sessionid session sid sessid sessionkey sessionuuid parentsessionid rootsessionid threadid
        conversationid xsessionid mcpsessionid
    """,
    Field.PROFILE: "profileid profile playerid profileuuid avatarid characterownerid gamertag",
    Field.ACCOUNT: """
        userid uid accountid account accountuuid accountnumber tenant tenantid org orgid
        organization organisation organizationid organisationid organizationuuid workspaceid
        openaiorganization openaiproject anthropicorganizationid projectid deviceid device
        customerid memberid useruuid enduserid xuserid ownerid authorid teamid clientid installid
        installationid machineid subscriberid employeeid customer accid acctid user_id
        safetyidentifier userpseudonym
    """,
    Field.PERSON: """
        displayname fullname realname author owner firstname lastname surname givenname familyname
        middlename maintainer committer authorname ownername committername username_display contact
        contactname customername patient patientname cardholder cardholdername recipient
        beneficiary nickname personname reviewer assignee reporter creator createdby signedby
        legalname preferredname
    """,
    Field.NAME: "name",
    Field.USERNAME: """
        username login userlogin screenname handle nick loginname accountname loginid user logname
        sudouser xuser useralias xuserid
    """,
    Field.EMAIL: "email emailaddress mail useremail from to cc bcc replyto sender authoremail",
    Field.PHONE: """
        phone phonenumber telephone tel mobile mobilenumber cell cellphone fax faxnumber msisdn
        whatsapp contactnumber
    """,
    Field.ADDRESS: """
        address streetaddress street postaladdress addressline1 addressline2 addressline homeaddress
        billingaddress shippingaddress mailingaddress
    """,
    Field.HOST: """
        hostname host machine machinename computername nodename fqdn servername xforwardedhost
        devicename workstation
    """,
    Field.IP: """
        ip ipaddress ipaddr clientip remoteip remoteaddr remoteaddress xforwardedfor xrealip
        forwarded sourceip hostip cfconnectingip trueclientip peer xclientip
    """,
    Field.PATH: "cwd home homedir path workdir workingdirectory directory projectpath rootdir file",
    Field.PUBLIC: """
        maxtokens tokentype prompttokens completiontokens totaltokens inputtokens outputtokens
        cachedtokens reasoningtokens tokens tokencount tokenizer stoptoken eostoken bostoken
        padtoken tokenids nextpagetoken pagetoken continuationtoken nexttoken maxcompletiontokens
        maxoutputtokens budgettokens audiotokens texttokens key keys primarykey foreignkey
        promptcachekey idempotencykey cachekey sortkey partitionkey ratelimitkey keyid publickey
    """,
}  # fmt: skip

_TABLE: dict[str, Field] = {
    name.replace("_", ""): field for field, names in _NAMES.items() for name in names.split()
}

_SECRET_ENDS = (
    "token", "secret", "apikey", "password", "passwd", "passphrase", "secretkey", "privatekey",
    "accesskey", "credential", "credentials", "authkey", "pwd", "signingkey", "encryptionkey",
    "clientkey", "integrationkey", "servicekey", "webhookkey", "licensekey", "subscriptionkey",
)  # fmt: skip
_ACCOUNT_ENDS = ("userid", "accountid", "customerid", "tenantid", "organizationid", "deviceid")
_ENDS: tuple[tuple[tuple[str, ...], Field], ...] = (
    (_SECRET_ENDS, Field.SECRET),
    (("sessionid",), Field.SESSION),
    (("profileid", "playerid"), Field.PROFILE),
    (_ACCOUNT_ENDS, Field.ACCOUNT),
    (("email", "emailaddress"), Field.EMAIL),
    (("phonenumber",), Field.PHONE),
    (("hostname",), Field.HOST),
    (("ipaddress",), Field.IP),
)


def fold_name(name: str) -> str:
    """``name`` folded to lower-case letters and digits."""
    return "".join(filter(str.isalnum, name)).lower()


def name_endings(fields: Collection[Field], *, size: int = 3) -> tuple[str, ...]:
    """The last ``size`` folded characters of every name that has one of the classes ``fields``."""
    whole = {name for name, field in _TABLE.items() if field in fields}
    ends = {end for group, field in _ENDS if field in fields for end in group}
    return tuple(sorted({name[-size:] for name in whole | ends}))


@lru_cache(maxsize=65_536)
def field_of(name: str) -> Field:
    """The class of the value that stands under ``name``."""
    if not name or len(name) > 100:
        return Field.NONE
    folded = fold_name(name)
    exact = _TABLE.get(folded)
    if exact is not None:
        return exact
    for ends, field in _ENDS:
        if folded.endswith(ends):
            return field
    return Field.SECRET if _is_secret_header(name) else Field.NONE


def _is_secret_header(name: str) -> bool:
    """Header names that end in -key, -token or -secret hold one (``spec/detection.md`` §2)."""
    lowered = name.lower().replace("_", "-")
    return lowered.startswith("x-") and lowered.endswith(("-key", "-token", "-secret"))
