"""Words that identify nobody: names of things, of this project's subjects, of reactions to bugs.

Small on purpose: a word that is missing makes the workbench *ask*, never refuse
(``spec/review-ux.md`` §9.1). Lists may be added at run time by the caller.
"""

from __future__ import annotations

from functools import cache

# Words of fixture names: subjects, verbs and effects of bugs in sessions, plays and HTTP recordings.
_PROJECT = """
a abort aborted accept accepted access account action actions active adapter add added adopt adopted
adoption after agent agents all allow allowed already also always amount an and answer answers any
api append appends apply applied args argument arguments array arrive ask asks assert async at attach
attempt audio auth authorization await back backoff bad balance base basic batch before begin bench
between big binary bind binds block blocked body bonus bool both branch break breaks broken browser
buffer bug build builds burst by bytes cache cached call called calls campaign can cancel cancelled
cannot cap capture card cart case cassette cassettes chain change changed changes char chat check
checkpoint checks child children choice choices chunk chunked chunks claim claims clear cli client
clock close closed code collapse collision command commands commit compact compaction complete
completed completion compress compressed config conflict connect connection consume consumed content
context continue control convert copied copy corrupt cost count counter counts crash crashed crashes
create created cross current cursor cut cycle data day dead deadlock deadline debt decide decision
decode decoded decodes deep default defer delay delayed delete deleted delta deltas deny depth
desync detect different diff dir direct discard dispatch diverge diverges divergence do does done
door double drain draw drift drop dropped drops duplicate during dying each early echo edge edit
effect effects effort eight embed embedding embeddings empty encode encoded encoding end ended ending
endings endless ends engine enter entry env error errors escape escapes event events evict eviction
exact exceeded exchange exclude execute exhausted exhausts exit exits expand expected expire expired
export extra fail failed failing fails failure fallback false fast fault fee fetch few field fields
file files fill filter final find finish first five fixture fixtures flag flaky flat flow flush fold
folder follow for force forget fork form format forward found four fragment free from full function
functions gain game gate get gets ghost goal goals goes good grain grammar graph grant group grow
guard half halt halts hand handle handoff handover hang hangs has header headers health held help
hidden high history hit hits hold holds hook hour house http id idle ids if ignore ignored image
images import in include incomplete index infinite info init inject inner input insert inside
instead int interrupt interrupted into invalid inventory invoice is issue issued it item items join
journal json jump keep keeps kept key keys kind label land lane large last late latency later layer
leak leaks least left length less level limit limits line lines link list lists llm load loads loan
local lock locked log logs long loop loops lose loses loss lost low mail make many map mark market
match matched matches matching max maximum memory merge message messages meta middle migrate
migrated migration mill min minimum mismatch miss missed misses missing mix mixed mock mode model
models money more most move moves multi multiline multiple must mute name names negative nested
never new next no node none normal not nothing notice null number object of off offer offset old on
once one only open opened opens option or order ordering other out outcome outer outside over
overflow overlap override overwrite own pack packed page pages paid paint pair panic parallel param
parent parse parser part partial pass path patch pause paused pay payment pending permission phase
pick pipe place plain plan plans play plays player point policy poll pool port post prefix premature
prepare present preserve previous price prices print probe process progress project prompt promote
proof property propose proxy purge push put query question queue quit quota quote race raise random
range rate raw read reader reads ready real reason reasoning reboot recall receive recent record
recorded recording recover recovers redact redirect reduce ref refresh refuse refused refuses regex
reject rejected release reload remove removed rename rent reopen repair repeat repeated repeats
replace replaces replay replays reply report request requests required rerun reset resolve
resolution resource response responses rest restart restarts restore result results resume resumed
resumes retries retry return returned returns reuse revert review rewind rewrite right role roll
rollback root round route row rows rule run runs runtime safe same sample save saved saves scan
scenario schema scope score script scripts search season second seconds seed select selects send
sends sent sequence server session sessions set setting seven sets setup shape share shared short
show shut sidecar sign signal silent simple simulation single six size skip skipped skips sleep slow
small snapshot sort source space spawn spend split splits spread sse stale stall stalled stand start
started starts state states status stay stays step steps still stock stop stopped stops storage
store story stream streamed streaming streams string strings strip stub stuck style sub subagent
submission submissions submit success sum summary support swap switch symbol sync system table tag
tags tail take taken takes target task tax team temp template ten test tests text than that the
then there thing thread three through throws tick tidy time timeline timeout times to token tokens
tool tools top total trace trade trail transfer trap tree trigger trim true truncated truncates
trust try turn turns twice two type types typo ui unbound unbounded under undo unexpected unfinished
unicode unique unit unknown unpack until unused unsigned up update updates upload url usage use used
user users utf valid value values version versions via video view visit void wait waits wake walk
warn warning was way web week weeks well when where while whitespace whole wide widget width win
window with within without word words work worker world wrap wrapped write writes wrong xml yaml
year yes yield zero zone
anthropic azure bedrock claude cohere deepseek gemini gemma gpt grok groq haiku langchain llama
mistral mixtral ollama openai opus perplexity qwen sonnet vertex vllm whisper xai
"""

# English words that are also personal names, towns or account names: alone they mean nothing.
_AMBIGUOUS = """
will mark may grace rose max read cross small strong amber jasmine hunter jordan calvin paris
austin dallas jackson madison florence victoria charlotte sydney georgia virginia carolina dakota
summer autumn april june august dawn eve hope faith joy love ruby pearl crystal opal olive ivy iris
lily daisy violet rosemary heather holly hazel basil sage ginger pepper robin martin drake wren jay
frank ernest earnest rich rusty sandy dusty rocky cliff glen dale brook brooks lake forest wood
woods stone hill field fields park parks church bishop pope king prince duke knight page cook baker
butler carter cooper fisher gardener mason miller porter potter sawyer shepherd smith tailor tanner
taylor turner tyler walker weaver wright young long short little black white brown green gray grey
bell ball ray rod rob bob bill jack jean pat sue drew chase chance art gene miles mercury gauss
gaussian fibonacci dijkstra bayes euler newton fourier laplace markov turing tomcat apache jenkins
flask django pascal ada julia ruby scala swift kelvin celsius joule watt tesla hertz volt monday
tuesday wednesday thursday friday saturday sunday january february march july september october
november december gold golden silver bronze iron steel major minor general private sergeant captain
day night week month spring winter star moon sun rain snow storm ocean river mountain valley bridge
gates dean case lane west east north south price worth wise bright sharp swift quick keen noble
host server laptop desktop macbook client admin member guest people person someone everyone
"""


@cache
def project_words() -> frozenset[str]:
    """The built-in vocabulary of fixture names."""
    return frozenset(_PROJECT.split())


@cache
def ambiguous_words() -> frozenset[str]:
    """Ordinary words that are names as well."""
    return frozenset(_AMBIGUOUS.split())


def is_common_word(word: str) -> bool:
    """Whether a lower-case word alone says nothing about a person."""
    return word in project_words() or word in ambiguous_words()


_GIVEN_NAMES = """
aaron abigail adam adrian ahmed alan albert alejandro alex alexander alexandra alice alison amanda
amelia amy ana andre andrea andreas andrew angela anita anna anne anthony antonio arthur barbara
beatrice ben benjamin bernard beth betty brandon brenda brian bruce bruno camille carl carla carlos
carmen carol caroline catherine cecilia charles chloe chris christian christina christine
christopher claire clara claudia colin craig cynthia daniel daniela david deborah denise dennis
diana diane diego dimitri dmitri donald donna dorothy douglas edgar edith eduardo edward eleanor
elena elizabeth ella ellen emily emma eric erik erin esther ethan eugene eva evelyn fatima felix
fernando fiona francis francisco gabriel gareth gary george gerald gloria gordon greg gregory
hannah harold harriet harry heidi helen helena henry howard hugo ian igor ines irene isaac isabel
isabella ivan jacob jacqueline james jamie jan jane janet janice jason javier jeffrey jennifer
jeremy jerry jessica jill joan joanna joe joel johan johannes john jonas jonathan jorge jose joseph
joshua juan judith judy julian julie karen karin karl kate katherine kathleen kathryn katie keith
kelly kenneth kevin kim kimberly klaus kyle larry laura lauren laurent lea leah leo leon leonard
leslie liam linda lisa lorenzo louis louise lucas lucia lucy luis luke magdalena manuel marc marco
margaret maria marianne marie marina mario marion marta martha mary mateo matthew maurice megan
melanie melissa michael michelle miguel mohammed monica muhammad nadia nancy naomi natalia natalie
nathan nicholas nicolas nicole nina nora norma oliver olivia oscar otto pablo pamela patricia
patrick paul paula pedro peter philip philippe phillip pierre rachel rafael ralph ramon raymond
rebecca ricardo richard robert roberto roger roland ronald rosa ruth ryan sabine samantha samuel
sandra sara sarah scott sean sebastian sergio sharon shirley simon sofia sophia sophie stanley
stefan stephanie stephen steve steven susan sven sylvia teresa theodore theresa thomas tim timothy
tom tony ursula valerie vera veronica vincent virginie vivian vladimir walter wanda wayne wendy
werner william wolfgang xavier yasmin yolanda yusuf yves yvonne zoe
"""

_PLACES = """
amsterdam athens atlanta barcelona beijing berlin bogota boston brussels budapest cairo chicago
copenhagen delhi dublin edinburgh frankfurt geneva glasgow hamburg helsinki houston istanbul jakarta
johannesburg karachi kyiv lagos lima lisbon london madrid manchester manila melbourne miami milan
montreal moscow mumbai munich nairobi naples oslo ottawa philadelphia phoenix prague rome santiago
seattle seoul shanghai singapore stockholm tokyo toronto vancouver vienna warsaw zurich
"""

_PERSONAL = """
angry anxious bored brave cheater clumsy confused crazy curious dumb exhausted-player fan friend
furious grumpy happy impatient insomniac lazy lonely nervous newbie night-owl noob pro rage ragequit
sad silly sleepless sleepy stupid tired toxic troll upset weird guy girl boy man woman lady kid dad
mom mum wife husband
"""


@cache
def given_names() -> frozenset[str]:
    """Common given names that are not ordinary words."""
    return frozenset(_GIVEN_NAMES.split()) | {"max"}


@cache
def places() -> frozenset[str]:
    """Large towns."""
    return frozenset(_PLACES.split())


@cache
def personal_words() -> frozenset[str]:
    """Words that describe a player or an evening instead of a bug."""
    return frozenset(_PERSONAL.split())
