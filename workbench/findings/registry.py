"""Every check, in the order in which it is run. A new check is one class and one line here."""

from __future__ import annotations

from workbench.findings.check import Check
from workbench.findings.checks.addresses import EmailAddresses
from workbench.findings.checks.authorizations import Authorizations
from workbench.findings.checks.devices import DeviceNumbers
from workbench.findings.checks.full_names import FullNames
from workbench.findings.checks.hidden import HiddenCharacters
from workbench.findings.checks.home_paths import HomePaths
from workbench.findings.checks.hosts import Hosts
from workbench.findings.checks.jwts import JsonWebTokens
from workbench.findings.checks.labelled_lines import LabelledLines
from workbench.findings.checks.logins import Logins
from workbench.findings.checks.named_fields import NamedFields
from workbench.findings.checks.network import HardwareAddresses, NetworkAddresses
from workbench.findings.checks.numbers import PersonalNumbers
from workbench.findings.checks.people import PeopleNames
from workbench.findings.checks.personal_dates import PersonalDates
from workbench.findings.checks.phones import Phones
from workbench.findings.checks.private_keys import PrivateKeys
from workbench.findings.checks.secret_assignments import SecretAssignments
from workbench.findings.checks.secret_fields import SecretFields
from workbench.findings.checks.streets import Streets
from workbench.findings.checks.urls import UrlSecrets
from workbench.findings.checks.vendor_secrets import VendorSecrets
from workbench.findings.checks.websites import Websites

CHECKS: tuple[Check, ...] = (
    VendorSecrets(),
    PrivateKeys(),
    JsonWebTokens(),
    SecretFields(),
    Authorizations(),
    UrlSecrets(),
    SecretAssignments(),
    EmailAddresses(),
    NamedFields(),
    LabelledLines(),
    HomePaths(),
    Logins(),
    Hosts(),
    Websites(),
    NetworkAddresses(),
    HardwareAddresses(),
    PersonalNumbers(),
    DeviceNumbers(),
    PersonalDates(),
    Phones(),
    Streets(),
    PeopleNames(),
    FullNames(),
    HiddenCharacters(),
)
