### Every word a person reads: the window, the tray, the notifications and the command line.
### Plain messages only, so that every Fluent implementation reads them alike.

## The window

app-name = Paddock
nav-label = Screens
nav-access = Access
nav-servers = Servers
nav-activity = Activity
nav-settings = Settings
nav-skip = Skip to content
nav-shortcuts = Keyboard shortcuts
nav-failed = { $count ->
    [one] { $count } server needs attention
   *[other] { $count } servers need attention
}
loading = Asking Paddock…
not-loaded = Paddock does not answer
try-again = Try again
drop-hint = Drop folders here to ask for access
drop-detail = Nothing is granted until you say so.
copy = Copy
copied = Copied
copy-failed = This could not be copied. Select the text instead.
dismiss = Dismiss
cancel = Cancel
close = Close
notices-label = Notices
when-yesterday = yesterday { $time }

pause-menu = Pause all servers
pause-15 = For 15 minutes
pause-open = Until I resume
paused-open = All servers are paused and stay stopped until you resume.
paused-until = All servers are paused and start again at { $time }.
resume = Resume now

## Words used in several places

access-read = Read only
access-read-write = Read and write
lifetime-one-hour = 1 hour
lifetime-this-run = While the server runs
lifetime-until-midnight = Until midnight
lifetime-always = Until I revoke
left-days = { $days ->
    [one] { $days } day left
   *[other] { $days } days left
}
left-hours = { $hours } h { $minutes } min left
left-minutes = { $minutes } min left
left-soon = Less than a minute left
left-ending = Ending…
reach-missing = Missing. Access is suspended until the folder is back.
reach-replaced = Another folder stands here now. It needs your consent of its own; access is suspended.
reach-not-a-folder = This is no longer a folder. Access is suspended.
reach-denied = Your account may not open this folder any more. Access is suspended.
reach-ok = Reachable
not-enforced = Not enforced
not-enforced-here = Not enforced here: this server can read everything your account can.
restart-server = Restart server
folders-in-command = Its folders are part of its command: a change starts it again.
path-expand = Show the whole path { $path }
path-copy = Copy the path { $path }
server-gone = A removed server

## Access

access-title = Access
access-lead = The folders your servers may touch.
access-add = Add folder
access-add-more = More ways to add folders
access-add-workspace = From a workspace file…
access-revoke-all = Revoke all access
access-view = Arrange
access-by-folder = By folder
access-by-server = By server
access-grid = Grid
access-empty-title = No folder access
access-empty = Servers can start but see none of your files.
access-empty-told = Servers can start but are told of none of your files. One that is not enforced can read them all the same.
access-empty-how = Add a folder here, or drop one anywhere on this window. You choose which server may use it, and for how long.
access-empty-bundled = { $server } comes with Paddock, so there is a server to try it with.
access-list-folders = Folders with access
access-list-servers = Servers with access
access-told-at = Told { $time }
access-told-never = Not told yet
access-told-waiting = Told of a change, has not asked yet
access-told-never-asked = Has never asked for folders
access-told-not-running = Server not running
access-suspended = Suspended
access-held-back = Read only for now: { $folder }, which may only be read, is not where it was. Put it back, or revoke it.
access-inside = Inside { $folder }, which it already has
access-revoke = Revoke
access-revoke-label = Revoke { $server }’s access to { $folder }
access-access-label = What { $server } may do in { $folder }
access-lifetime-label = How long { $server } may use { $folder }
access-open-folder = Show { $folder } in the file manager
access-no-grants = No folders
access-footnote = Not enforced: { $servers }. What is not enforced is told which folders to use, and can read everything your account can.
ended-title = Ended
ended-clear = Clear the list
ended-revoked = Revoked { $time }
ended-expired = Ran out { $time }
ended-run-ended = Ended with the server { $time }
ended-again = Grant again
ended-again-label = Grant again: { $server }, { $folder }
ended-lingering = { $server } was told to stop using it. Nothing here keeps it from the folder until it is restarted.
ended-restart = Restart { $server }, so that it lets go of { $folder }
ended-forget = Forget { $folder } for { $server }

grid-label = Folders and servers
grid-folder = Folder
grid-none = No access
grid-read = Reads
grid-write = Reads and writes
grid-timed = for a limited time
grid-inherited = through { $folder }
grid-help = Arrow keys move. R and W prepare a change, Delete revokes at once. To grant a new pair, add the folder.
grid-staged = { $count ->
    [one] { $count } change prepared
   *[other] { $count } changes prepared
}
grid-apply = Apply
grid-discard = Discard

announce-pick = { $folder } waits for your answer.
announce-granted = { $server } was given { $folder }.
announce-revoked = { $server }’s access to { $folder } was revoked.
announce-expired = { $server }’s access to { $folder } ran out.
announce-run-ended = { $server }’s access to { $folder } ended with the server.
announce-held = { $server } waits for you: it tried to reach { $path }.
announce-server-failed = { $server } failed.
announce-server-running = { $server } is running.

## Consent

consent-title-read = Let { $server } read { $folder }?
consent-title-write = Let { $server } read and write { $folder }?
consent-title-none = Which server may use { $folder }?
consent-title-refused = { $folder } cannot be granted
consent-server = Server
consent-command = Command
consent-fingerprint = Fingerprint { $fingerprint }
consent-bundled = It comes with Paddock, so there is no command to trust.
consent-no-fingerprint = The program was not found yet, so there is no fingerprint.
consent-folder = Folder
consent-picked-as = Picked as { $path }, a symbolic link to this folder.
consent-project = Recognised
consent-repository = This folder is part of the Git repository { $folder }.
consent-repository-use = Ask for { $folder } instead
consent-access = Access
consent-access-read-hint = It may look, not change.
consent-access-write-hint = It may change and delete files.
consent-told-read-hint = It is told that it may look, not change.
consent-told-write-hint = It is told that it may change and delete files.
consent-duration = Duration
consent-duration-run-stopped = Ends when the server stops. It is not running now, so it starts with its next run.
consent-enforcement = Enforcement
consent-enforced-live = The operating system enforces this, live.
consent-enforced-restart = { $count ->
    [0] The operating system enforces this; the server restarts when you change it.
    [one] The operating system enforces this; the server restarts when you change it ({ $count } call in flight is cancelled).
   *[other] The operating system enforces this; the server restarts when you change it ({ $count } calls in flight are cancelled).
}
consent-enforced-none = Nothing on this computer can enforce this, so the server stays stopped.
consent-effect = Effect
consent-effect-running = { $server } is told at once. It is not restarted and no call is cancelled.
consent-effect-restart = { $server } is restarted, and has the folder from its start.
consent-effect-never-asked = { $server } is running and has never asked for folders, so it may not notice.
consent-effect-stopped = { $server } is told when it starts.
consent-effect-untrusted = { $server } does not run until you trust its command.
consent-effect-paused = Servers are paused. { $server } is told when you resume.
consent-granted-to = Already granted to { $servers }.
consent-replaces = { $server } has this folder already. Allowing replaces what it was given.
consent-type-name = Type { $folder } to allow it
consent-type-hint = This folder holds more than a project. Typing its name makes sure that you mean it.
consent-allow = Allow
consent-deny = Don’t allow
consent-later = Decide later
consent-review = Review
consent-waiting = { $folder } waits for your answer
consent-changed = What you are asked has changed. Read it again before you answer.
consent-no-servers = There is no server to grant it to. Add one first.
consent-keys = Ctrl+Enter allows, Esc leaves it waiting.
consent-level-note = Note
consent-level-amber = Caution
consent-level-red = Danger
consent-level-refused = Refused

project-git = Git repository
project-rust = Rust
project-node = Node.js
project-python = Python
project-go = Go
project-java = Java
project-dotnet = .NET
project-ruby = Ruby
project-php = PHP

## Check a path

check-title = Check a path
check-lead = See what the grants say about a path. Nothing is opened or read.
check-paths = Paths, one a line
check-server = For
check-all = Every server
check-run = Check
check-result = Answer
check-path = Path
check-empty = There is no server to ask about.
check-read = May read
check-read-write = May read and write
check-withheld = Withheld: the folder is not reachable now
check-outside = Outside what it was given
check-outside-near = Outside. The nearest folder given is { $folder }
check-not-a-path = Not an absolute path
check-through = Through { $folder }
check-footnote = These answers come from the grants. A server that is not enforced can read everything your account can.

## Servers

servers-title = Servers
servers-lead = Programs that speak MCP, started and watched by Paddock.
servers-list = Configured servers
servers-add = Add server
servers-empty-title = No servers
servers-empty = Add the programs your AI tools use, by form or by pasting their configuration.
servers-bundled = Comes with Paddock
servers-tab-overview = Overview
servers-tab-tools = Tools
servers-tab-log = Log
servers-sections = Sections of { $server }
servers-start = Start
servers-stop = Stop
servers-restart = Restart
servers-edit = Edit
servers-remove = Remove
servers-remove-ask = { $count ->
    [0] Remove { $server } and stop it?
    [one] Remove { $server }, stop it and end its access to { $count } folder?
   *[other] Remove { $server }, stop it and end its access to { $count } folders?
}
servers-remove-keep = Keep it
servers-trust = Trust and start
servers-trust-new = This command has never run here. Read it whole before it starts.
servers-trust-changed = The command or its program changed since you trusted it. It stays stopped until you trust this version.
servers-trust-again = The command you were reading changed. Read it again.
servers-command = Command
servers-arguments = Arguments
servers-no-arguments = None
servers-found = Program
servers-not-found = Not found yet
servers-fingerprint = Fingerprint
servers-cwd = Starts in
servers-cwd-default = Paddock’s own choice
servers-env = Variables
servers-env-none = None set
servers-env-hint = Names only. Values stay hidden.
servers-reported = Says it is
servers-reported-none = Nothing reported yet
servers-revision = MCP revision
servers-revision-none = Not agreed yet
servers-calls = Calls in flight
servers-told = Folder list
servers-told-told = It holds the folders above
servers-told-waiting = Told of a change, has not asked yet
servers-told-never-asked = It has never asked for folders
servers-told-not-running = Not running
servers-folders = Folders
servers-folders-none = No folders. None of your files are granted to it.
servers-asked = Asked for
servers-supported = Supported here
servers-in-force = In force
servers-lingering-title = Told to stop using, not prevented
servers-lingering = { $server } was told to stop using these folders. Nothing here keeps it from them until it is restarted.
servers-lingering-empty = This server is known to go on serving its last folders when it is told that there are none.
servers-run-details = This run

## What keeps a server to its folders

asked-enforced = Enforced
asked-advisory = Not enforced
supported-live = { $tier }, live
supported-restart = { $tier }, restarts on change
supported-nothing = Nothing
supported-none = Nothing on this computer can keep it to its folders.
tier-live-mounts = Namespaces
tier-landlock = Landlock
tier-seatbelt = macOS sandbox
tier-app-container = AppContainer
in-force-active = Active
in-force-live = The operating system keeps it to its folders. A change takes effect at once, while it runs.
in-force-restart = The operating system keeps it to its folders. A change starts it again.
in-force-later = Enforced when it runs
in-force-later-why = It is not running, so there is nothing to enforce. It is kept to its folders from its start.
in-force-impossible = Cannot be enforced
in-force-changing = Changing
in-force-changing-why = A change is on its way. It takes milliseconds.
in-force-restarting = Restarting server
in-force-restarting-why = It is started again so that a change comes into force.
in-force-open = { $count ->
    [one] Revoked, { $count } file still open
   *[other] Revoked, { $count } files still open
}
in-force-open-why = Its folders are as you granted them. What it opened before the last revocation stays open until it is restarted.
in-force-failed = Enforcement failed
open-handles = { $server } opened them before the revocation and can go on using them. Restarting it closes them.
nothing-enforces-title = Nothing is enforced here
nothing-enforces = Nothing on this computer can keep servers to their folders. Servers stay stopped unless you let one run without enforcement.
nothing-enforces-details = What is missing

protection-title = Protection
protection-prove = Prove it
protection-proving = Trying it…
proof-none = Not checked in this run. It is checked when the server starts and after every change.
proof-holds = { $count ->
    [0] Checked { $time }: everything blocked
    [one] Checked { $time }: { $count } folder open, everything else blocked
   *[other] Checked { $time }: { $count } folders open, everything else blocked
}
proof-leaks = Checked { $time }: it does not hold
proof-findings = What was checked
finding-read = Allowed to read
finding-write = Allowed to read and write
finding-blocked = Blocked
finding-blocked-by = Blocked by { $error }
finding-expected-nothing = should be blocked
finding-expected-read = should be read only
finding-expected-write = should be read and write
proved-title = What was tried
proved-holds = It holds. Whatever { $server } was not granted is blocked.
proved-leaks = It does not hold. { $server } reached something it should not, or was kept from something it should reach.
proved-at = Tried { $time }
proved-allowed = Allowed
proved-blocked = Blocked
proved-blocked-by = Blocked by the operating system ({ $error })
proved-expected = As expected: { $expected }
proved-unexpected = Not as expected: { $expected }
proved-by-tool = through its own tool
proved-server = asked of { $server }
network = Network
network-on = On: it can reach the internet and programs on this computer.
network-off = Off: it reaches no other computer, and no program on this one.
network-bound-system = This computer cannot switch the network off for one server.
network-bound-advisory = Without enforcement it cannot be switched off.
confinement-restarts = A change starts it again.
ask-first = Ask on first touch
ask-first-hint = When it first reaches for something it was not granted, it waits until you answer. A change starts it again.
ask-first-bound-system = Not here: this computer does not show what servers try.
ask-first-bound-restart = Not here: it needs enforcement that changes while a server runs.
ask-first-bound-advisory = Without enforcement nothing it does can be held.
enforce-on = Enforced
enforce-on-hint = It is kept to its folders, or it does not run.
enforce-off = Not enforced
enforce-off-hint = It is told which folders to use. Nothing stops it from using others.
enforce-without = Run without enforcement
enforce-again = Enforce again
enforce-warning = { $server } will be able to read and change everything your account can: keys, mail, browser data, every project. Your grants become advice to it.
enforce-keep = Keep it enforced
enforce-yes = Yes, let it read everything my account can
reads-title = What it can read besides its grants ({ $count })
reads-home = Its own home (read and write)
reads-chosen = You let it
reads-program = The program itself
reads-runtime = The runtime of its language
reads-system = Programs and libraries of the system
reads-certificates = Certificates
reads-names = Names of hosts and users
reads-stop = Stop
reads-stop-label = Stop letting it read { $path }
attempts-title = What it tried
attempts-none = Nothing outside of what it was granted.
attempt-waits = Waiting for you
attempt-read = { $count ->
    [one] Tried to read once, { $time }
   *[other] Tried to read { $count } times, last { $time }
}
attempt-write = { $count ->
    [one] Tried to write once, { $time }
   *[other] Tried to write { $count } times, last { $time }
}
attempt-grant = Grant this folder…
attempt-grant-label = Grant this folder… { $folder }
attempt-deny-label = Don’t allow { $path }
attempt-dismiss-label = Dismiss { $path }
missed = It could not read { $path }, which it needs in order to start.
missed-allow = Let it read this and start again

state-stopped = Stopped
state-needs-trust = Needs your trust
state-starting = Starting
state-running = Running
state-stopping = Stopping
state-restarting = Restarting
state-failed = Failed
state-paused = Paused
state-running-since = Running since { $time }
state-restarting-at = Starts again at { $time }, attempt { $attempt }

form-title-add = Add a server
form-way = How to add it
form-by-form = By form
form-by-paste = Paste JSON
form-name = Name
form-program = Program
form-program-hint = A name found on your PATH, such as npx, or an absolute path.
form-args = Arguments, one a line
form-env = Environment variables
form-env-name = Variable name
form-env-value = Value of the variable
form-env-add = Add variable
form-env-remove = Remove variable { $name }
form-env-shown = Show values
form-cwd = Starts in
form-cwd-hint = Optional. An absolute path.
form-save = Save
form-add = Add server
form-hint = Nothing runs until you have seen the exact command and trusted it.
form-edit-hint = A changed command must be trusted again before it runs.
paste-label = Configuration
paste-hint = The mcpServers or servers part of a client’s settings, such as mcp.json. Comments are fine.
paste-read = Read it
paste-found = { $count ->
    [one] Found { $count } server
   *[other] Found { $count } servers
}
paste-add = Add { $server }
paste-edit = Edit first: { $server }
paste-edit-short = Edit first
paste-add-short = Add
paste-added = Added
paste-unusable = Cannot be run here
paste-command = What will run

tools-none = This server offers no tools.
tools-not-running = Start the server to see its tools.
tools-loading = Asking for tools…
tools-refresh = Ask again
tools-list = Tools
tools-claims = The server says of itself, unverified:
tools-claim-read-only = read only
tools-claim-destructive = destructive
tools-claim-idempotent = idempotent
tools-claim-open-world = reaches outside
tools-call = Call
tools-cancel = Cancel call
tools-calling = Waiting for the answer…
tools-result = Result
tools-result-error = The tool reported an error
tools-result-time = { $milliseconds } ms
tools-result-empty = The answer is empty.
tools-structured = Structured content
tools-image = Image sent by { $tool }
tools-no-arguments = Takes no arguments.
tools-optional = optional
tools-json-hint = JSON
tools-unset = Not set
tools-yes = Yes
tools-no = No
tools-required = Needed.
tools-bad-number = Not a number.
tools-bad-integer = Not a whole number.
tools-bad-json = Not valid JSON: { $reason }
tools-schema-unreadable = The form for this tool cannot be drawn, so write its arguments as JSON.
tools-arguments = Arguments as JSON

log-empty = Nothing was said yet.
log-label = Log of { $server }
log-dropped = { $count ->
    [one] { $count } older line is no longer kept.
   *[other] { $count } older lines are no longer kept.
}
log-stderr = stderr
log-message = message
log-paddock = Paddock
log-copy = Copy log
log-follow = Jump to the newest line

## Activity

activity-title = Activity
activity-lead = What was granted, told, called and taken back.
activity-find = Find in paths, servers and details
activity-server = Server
activity-all-servers = Every server
activity-kind = Show
activity-all = Everything
activity-group-access = Access
activity-group-servers = Servers
activity-group-folders = Folders
activity-group-calls = Tool calls
activity-group-app = Paddock
activity-export = Export JSONL
activity-exported = Written to { $path }
activity-older = Show older
activity-empty = Nothing has happened yet.
activity-empty-filter = Nothing matches.
activity-clear-filter = Clear the filter
activity-table = Activity records
activity-when = When
activity-what = What
activity-where = Server
activity-details = Details
activity-told-none = No folders
activity-person = You
activity-app = Paddock
activity-by-server = Server
activity-failed = Failed

## What happened, one line a kind

activity-granted = Access granted
activity-revoked = Access revoked
activity-expired = Access ran out
activity-run-ended = Access ended with the server
activity-access-changed = Access changed
activity-lifetime-changed = Duration changed
activity-server-added = Server added
activity-server-edited = Server edited
activity-server-removed = Server removed
activity-server-trusted = Command trusted
activity-server-started = Server started
activity-server-stopped = Server stopped
activity-server-failed = Server failed
activity-roots-told = Told of its folders
activity-folder-gone = Folder went missing
activity-folder-back = Folder is back
activity-folder-replaced = Folder was replaced
activity-tool-called = Tool called
activity-grant-failed = Grant failed
activity-attempt-denied = Access outside was denied
activity-confinement-changed = Protection changed
activity-proven = Protection proven
activity-proof-failed = Protection did not hold
activity-paused = Servers paused
activity-resumed = Servers resumed
activity-started = Paddock started

## Settings

settings-title = Settings
settings-window = Window
settings-start-at-login = Start Paddock when I log in
settings-start-hint = Servers start with it, in the background.
settings-close-to-tray = Keep running in the tray when the window closes
settings-close-hint = Your servers go on running. Quit from the tray or below.
settings-no-tray = This desktop has no tray, so closing the window quits Paddock.
settings-quit-title = Quit
settings-quit = Quit Paddock
settings-quit-hint = Every server stops. Access that lasts until you revoke it is kept.
settings-keys = Keyboard
settings-keys-show = Show shortcuts

keys-title = Keyboard shortcuts
keys-screens = Access, Servers, Activity, Settings
keys-add = Add a folder
keys-find = Find in activity
keys-help = This list
keys-allow = Allow, in the question being read
keys-later = Leave a question waiting, close a panel
keys-grid = Move in the grid
keys-stage = Prepare read only, or read and write, in the grid
keys-revoke = Revoke in the grid

system-title = What is enforced on this computer
system-unknown = Finding out what this computer can enforce…
system-way = Way
system-here = Here
tier-live = Folders come and go while a server runs.
tier-restarts = A change starts the server again.
tier-works = Works
tier-best = in use
tier-fails = Does not work
tier-lacks = Missing: { $what }
system-held-end = A folder that a server holds open ends with its revocation.
system-held-stay = A folder that a server holds open stays open until the server restarts.
system-network = The network can be switched off for one server.
system-no-network = The network cannot be switched off for one server.
system-attempts = What servers try can be seen and, where folders come and go live, held until you answer.
system-no-attempts = What servers try cannot be seen.

facility-user-namespace = namespaces that an ordinary account may make. The system’s administrator can allow them.
facility-mount-namespace = mount namespaces. They are part of the kernel.
facility-pid-namespace = process namespaces. They are part of the kernel.
facility-network-namespace = network namespaces. They are part of the kernel.
facility-mount = mounting inside a namespace. Something on this system forbids it, such as AppArmor or a container.
facility-landlock = Landlock in this kernel. It comes with Linux 5.13 and can be switched on when the computer starts.
facility-seccomp = seccomp filters in this kernel.
facility-system = support for this system in this version of Paddock.

## What was tried when a boundary was proven

prove-inside-read = Read in a granted folder
prove-inside-write = Write in a granted folder
prove-read-only-write = Write in a read-only folder
prove-outside = Read outside of its folders
prove-sibling = List what lies beside a folder
prove-link-out = Follow a link that leads out
prove-after-revoke = Read a folder after it was revoked

## Tray

tray-status-active = { $grants ->
    [one] { $grants } folder access
   *[other] { $grants } folder accesses
}, { $servers ->
    [one] { $servers } server running
   *[other] { $servers } servers running
}
tray-status-paused = All servers are paused
tray-none = No folder access
tray-grant = { $folder } → { $server }, { $access }{ $left }
tray-access-read = read
tray-access-read-write = read and write
tray-until = , until { $time }
tray-extend-hour = Extend to 1 hour from now
tray-make-read-only = Make read-only
tray-revoke = Revoke
tray-revoke-all = Revoke all access
tray-pause = Pause all servers
tray-pause-15 = For 15 minutes
tray-pause-until-resumed = Until I resume
tray-resume = Resume servers
tray-open = Open Paddock
tray-quit = Quit and stop all servers
tray-more = { $count ->
    [one] { $count } more…
   *[other] { $count } more…
}

## Notifications: no full paths and no secrets in them

notify-expiring = { $server }’s access to { $folder } ends in 5 minutes.
notify-ended = { $server }’s access to { $folder } has ended.
notify-server-failed = { $server } failed and is stopped.
notify-command-changed = The command of { $server } changed. It stays stopped until you trust it.
notify-asks = { $server } wants to use { $folder } and waits for your answer.
notify-leaked = The protection of { $server } did not hold. It is stopped.
notify-folder-gone = { $folder } is missing. Access to it is suspended.
notify-folder-back = { $folder } is back. Access to it goes on.
notify-folder-replaced = Another folder stands in the place of { $folder }. Access to it is suspended.

## Warnings about a picked folder

warning-contains-own-data = Paddock keeps its own data in here. A server that may write here could change what you granted.
warning-own-data = Paddock keeps its own data here, so no server may have it.
warning-root-of-disk = This is the root of the whole disk: every file of every account.
warning-home = This is your home folder: keys, mail, browser data and everything else you have.
warning-whole-drive = This is a whole drive.
warning-secrets-folder = { $subject } is where keys and passwords are kept.
warning-cloud-credentials = { $subject } holds the credentials of your cloud accounts.
warning-browser-profile = A browser keeps its passwords, cookies and history here.
warning-client-config = { $subject } is the configuration of an AI client. Who writes here decides what that client runs.
warning-on-path = Programs are run from this folder. Who writes here decides what runs on this computer.
warning-network-share = This folder is on a network share. Others may see and change it too.
warning-synced-folder = { $subject } keeps this folder in sync. Changes reach your other devices and the cloud.
warning-git-hooks = This is a Git repository. With write access a server can add hooks, which run commands at your next commit.
warning-likely-secrets = Likely secrets inside: { $subject }.
warning-large = This folder is large: { $subject }.
warning-inside-granted = It lies inside { $subject }, which is granted already.
warning-contains-granted = It contains { $subject }, which is granted already.
warning-same-folder = The same folder is granted already, as { $subject }.
warning-symlink = It was picked through a symbolic link. The folder shown is the one that is granted.

warning-unknown = There is a warning about this folder and there are no words for it: { $code }.

## Errors: what happened, what it means, what to do

error-storage-failed = The change could not be saved: { $reason }. It was not made. Try again, and check the disk if it goes on.
error-storage-full = The disk is full, so the change was not made. Free some space and try again.
error-storage-read-only = Paddock’s data folder is read-only, so the change was not made. Make the folder writable and try again.
error-storage-busy = Another Paddock is using the data, so the change was not made. Close the other one and try again.
error-storage-damaged = Paddock’s data was damaged and could not be read. It was kept aside as { $kept } and Paddock started with no access granted. Grant again what you need.
error-storage-newer = The data was written by a newer Paddock, and this one does not touch it. Install the newer version.
error-revoke-not-saved = Access was taken back, but this could not be saved: it may return after a restart. Free the disk or make the data folder writable, then revoke again.
error-program-not-found = The program { $program } was not found, so the server cannot start. Looked in: { $looked }. Install it, or give its absolute path.
error-program-not-executable = { $path } is not allowed to run, so the server cannot start. Make the file executable or choose another program.
error-bad-cwd = The server cannot start in { $cwd }: it is not a folder that can be opened. Change where it starts.
error-server-exited = The server ended with code { $code }. Its last words: { $stderr }
error-server-killed = The server was ended by { $signal }. The system or another program did this. See its log, then start it again.
error-crash-loop = The server ended { $count } times within { $seconds } seconds, so it is no longer restarted. See its log, then start it again.
error-initialize-timeout = The server did not answer in time after its start, so it was stopped. See its log, then start it again.
error-unsupported-revision = The server speaks MCP revision { $revision }, which Paddock does not. It was stopped. Update the server or Paddock.
error-not-mcp = What the server writes is not MCP, so it was stopped. It wrote: { $line }. Check that this is the right program with the right arguments.
error-protocol = The server broke the rules of MCP: { $reason }. The connection was closed. Restart the server, and report it to its makers if it goes on.
error-call-failed = The call failed: { $reason }. Check the arguments and try again.
error-call-timeout = The tool did not answer in time, so the call was cancelled. Try again, or restart the server.
error-call-cancelled = The call was cancelled.
error-server-not-running = The server is not running, so nothing was asked of it. Start it and try again.
error-unknown-server = That server is no longer there. It was removed meanwhile.
error-unknown-grant = That access is no longer there. It ended meanwhile.
error-unknown-pick = That question is no longer open. Pick the folder again.
error-grant-refused = This folder cannot be granted, for the reason given with it. Choose another folder.
error-name-not-typed = What you typed is not the folder’s name, so nothing was granted. Type the name exactly as shown.
error-not-a-folder = { $path } is not a folder, so it cannot be granted. Choose a folder.
error-folder-missing = { $path } is not there, so it cannot be granted. Bring it back or choose another folder.
error-folder-denied = Your account may not open { $path }, so it cannot be granted. Change its permissions or choose another folder.
error-folder-changed = Another folder stands at { $path } since it was picked, so nothing was granted. Pick it again.
error-draft-empty-name = The server has no name. Give it one.
error-draft-empty-program = There is no program to run. Give its name or path.
error-draft-name-taken = There is a server named { $name } already. Choose another name.
error-draft-bad-env = { $name } cannot be the name of a variable. Use letters, digits and underscores.
error-bundled-server = This server comes with Paddock and cannot be changed or removed.
error-paste-not-json = This is not valid JSON: { $reason }. Nothing was added. Mend it and read it again.
error-paste-no-servers = No servers were found in this. Paste the part with mcpServers or servers in it.
error-paste-url-server = { $name } is reached over the network by its address. Paddock runs programs on this computer only.
error-paste-no-command = { $name } has no command, so there is nothing to run. Add its command.
error-bad-arguments = The arguments do not fit the tool: { $reason }. Nothing was called. Correct them and try again.
error-workspace-unreadable = The workspace file could not be read: { $reason }. No folders were added.
error-workspace-empty = The workspace file names no folders on this computer, so there is nothing to add.
error-export-failed = The activity could not be written: { $reason }. Choose another place and try again.
error-command-changed = The command changed while you were reading it, so it was not started. Read it again.
error-dialog-failed = The system’s folder dialog could not be opened. Drop the folder on this window instead.
error-autostart-failed = Starting at login could not be changed: { $reason }. It is as it was.
error-watcher-failed = Folders can no longer be watched: { $reason }. What is shown of missing folders may be old. Restart Paddock.
error-already-over = That time is over already. Choose a later end.
error-start-failed = The program could not be started: { $reason }. Check its command.
error-server-stuck = The server does not end, even when it is killed. Its processes may still be running; restart the computer if they matter.
error-keeper-lost = The process that watches over this server ended, and the server with it. Start the server again.
error-watch-incomplete = Changes of { $path } may go unseen: { $reason }. Restart Paddock to look at it again.
error-settings-not-saved = The setting could not be saved: { $reason }. It stays as it was.
error-open-failed = { $path } could not be shown in the file manager: { $reason }.
error-paste-bad-entry = { $name } is not written as a server is: { $reason }. Correct it and paste again.
error-unknown-attempt = That attempt is no longer there. It was answered or forgotten meanwhile.
error-not-enforceable = Nothing on this computer can keep this server to its folders, so it was not started: { $reason }. See Settings for what is missing, or let it run without enforcement.
error-leaks = A check from inside reached something that was not granted, so the server was not started. Look at its latest check, take back what is not needed, and start it again.
error-proof-failed = After a change, it could not be shown that the server is kept to its folders, so it was stopped. Look at its latest check and start it again.
error-boundary-lost = What kept the server to its folders is gone, so the server was stopped. Start it again.
error-root-not-granted = Its command names the folder { $name }, and no folder of that name is granted, so the server was not started. Grant it, or change the command.
error-daemon-command = { $program } hands its work to a service that acts outside of any sandbox, so the server was not started. Run the program behind it directly, or let this server run without enforcement.
error-internal = Something went wrong in Paddock: { $reason }. The change may not have been made. Try again.
error-unknown = Something went wrong and there are no words for it: { $code }. The change may not have been made.
error-prove-no-tier = Nothing could be shown, for this system cannot keep servers to their folders that way. What is missing: { $missing }
error-prove-unprepared = Nothing could be shown, for no folder could be made to try it with: { $reason }

## Command line

cli-help =
    Shows that the operating system keeps MCP servers to the folders granted to them.

    Usage: paddock system [--json | --markdown]
           paddock prove [--tier TIER] [--json] [-- COMMAND ARGUMENTS…]

    system says what this computer can enforce, which it finds out by trying, and what is missing for the rest. It ends with 0 if something can be enforced, and with 2 if nothing can.

      --json       Write what was found for programs to read
      --markdown   Write it as Markdown

    prove starts the files server that comes with Paddock, and then COMMAND, as Paddock itself starts servers, with a folder made for this. Then it tries from inside to reach what is granted and what is not. It ends with 0 if everything is as it should be, with 1 if something is not, and with 2 if nothing could be shown.

      --tier TIER  Use live-mounts or landlock, not the best that works here
      --json       Write what was found for programs to read
      --help       Write this
cli-bad-arguments = This is not understood: { $reason }
cli-server = { $server }, kept to its folders by { $tier }
cli-by-tool = Through its own tools:
cli-allowed = Allowed
cli-blocked = Blocked
cli-blocked-by = Blocked by the operating system ({ $error })
cli-refused = Refused by the server
cli-leak = LEAK
cli-kept-out = NOT LET IN
cli-holds = Everything is as it should be.
cli-leaks = Something is not as it should be: look for ✗.
cli-system = What can be enforced on this computer, { $system }:
cli-system-printed = Printed by `paddock system --markdown` on { $system }. The command prints what holds for your own system.
cli-tier-best = Works, and is used
cli-system-nothing = Nothing can keep servers to their folders here. A server does not start, unless you let it run not enforced.
cli-system-unknown = It could not be found out what this computer can enforce: paddock-sandbox, which belongs beside this program, did not answer.
cli-system-gaps = Under { $tier } a server can still do this to what is not granted. None of it gives contents away.
cli-gap-signals = Send signals to your other programs.
cli-gap-command-lines = See the command lines of your other programs.
cli-gap-existence = See whether something exists, its size and its times.
cli-gap-metadata = Change the mode, owner and times of what is yours.
