### Every word a person reads: the window, the tray, the notifications and the command line.
### Plain messages only, so that every Fluent implementation reads them alike.

## The window

app-name = Paddock
nav-label = Screens
nav-access = Access
nav-servers = Servers
nav-apps = Apps
nav-requests = Requests
nav-activity = Activity
nav-settings = Settings
nav-skip = Skip to content
nav-shortcuts = Keyboard shortcuts
nav-failed = { $count ->
    [one] { $count } server needs attention
   *[other] { $count } servers need attention
}
nav-waiting = { $count ->
    [one] { $count } request waits for you
   *[other] { $count } requests wait for you
}
loading = Loading…
not-loaded = Paddock is not responding
try-again = Try again
apart = ,
pair = { $first }, { $second }
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
app-paused-open = { $app } is paused: its servers stay stopped until you resume.
app-paused-until = { $app } is paused: its servers start again at { $time }.
apps-paused-many = { $count } more apps are paused. List them: paddock status
app-pause-named = Pause { $app }
app-resume-named = Resume { $app }
resume = Resume now

## Words used in several places

access-read = Read only
access-write-guarded = Write, but not what runs
access-write-commits = Write and commit
access-read-write = Write everything
lifetime-one-hour = 1 hour
lifetime-this-run = While the server runs
lifetime-until-midnight = Until midnight
lifetime-always = Until I revoke
lifetime-until = Until { $time }
lifetime-for = { $minutes } minutes
scope-all = All folders of this server
scope-where-app-works = Only where the app works
network-mode-off = Off
network-mode-ask = Ask first
network-mode-open = Open
destination-any = every name on the internet
destination-under = every name under { $name }
destination-address = the address { $address }
destination-range = the addresses { $range }
destination-this-computer = a program on this computer, at port { $port }
destination-every-port = every program on this computer
destination-ports = { $port ->
    [web] 80 and 443
   *[other] { $port }
}
rule-allowed = Allowed
rule-ask = Ask first
rule-off = Off
every-app = Every app
left-days = { $days ->
    [one] { $days } day left
   *[other] { $days } days left
}
left-hours = { $hours } h { $minutes } min left
left-minutes = { $minutes } min left
left-soon = Less than a minute left
left-ending = Ending…
reach-missing = Missing. Access is suspended until the folder is back.
reach-replaced = A different folder is here now, so access is suspended. Review it, or revoke the access.
reach-not-a-folder = This is no longer a folder. Access is suspended.
reach-denied = Your account may no longer open this folder. Access is suspended.
reach-next-start = Available, but not to this server until its next start.
reach-not-let-in = Granted, but the server can’t enter it: it holds Paddock’s own data, or the system refused. Grant the folders inside it instead.
reach-ok = Reachable
not-enforced = Not enforced
not-enforced-here = Not enforced here: this server can read everything your account can.
restart-server = Restart server
folders-in-command = Its folders are part of its command, so a change restarts it.
path-expand = Show the whole path { $path }
path-copy = Copy the path { $path }
quoted = “{ $name }”
server-gone = A removed server

## The first minute

welcome-title = Welcome to Paddock
welcome-lead = You decide which folders each server may touch. The operating system enforces it.
welcome-skip = Skip for now
welcome-done = Done
welcome-show = First steps
welcome-looking = Looking for AI apps on this computer…
welcome-found = Found { $list }.
welcome-found-app = { $count ->
    [one] { $count } server in { $app }
   *[other] { $count } servers in { $app }
}
welcome-reach = { $count ->
    [one] It can read everything you can.
   *[other] They can all read everything you can.
}
welcome-connect = { $count ->
    [0] Connect servers…
    [one] Connect { $count } server…
   *[other] Connect { $count } servers…
}
welcome-connect-next = Your apps keep their servers, and Paddock keeps each to its folders. You see every change first, then choose the folders, and trust each command.
welcome-left = Connected servers
welcome-no-folder = { $server } has no folder yet, so it sees none of your files.
welcome-choose-folder = Choose a folder…
welcome-nothing-found = No AI app on this computer has servers to connect. Try Paddock with its own server.
welcome-granted = { $server } may use { $folder }.
welcome-tried = It works inside its folder.
welcome-folder-title = Choose a folder
welcome-folder = { $server } sees none of your files until you grant it a folder. Choose one to try it with. It may only read it, and you can revoke that at any time.
welcome-try-title = Try it
welcome-try = Let { $server } list what is in { $folder }.
welcome-try-it = Try it
welcome-go-on = Next
welcome-prove-title = Prove it on { $folder }
welcome-prove = Paddock has { $server } read inside the folder and outside it, and shows what the operating system did.
welcome-proof-tried = What { $server } tried
welcome-proof-before = Without Paddock
welcome-proof-now = Now
welcome-proof-inside = Read inside its folder
welcome-proof-outside = Read outside its folders
welcome-proof-untried = Not checked
welcome-proof-unreadable = Your account cannot read it either
welcome-proof-all = Everything that was tried
welcome-app-title = Connect an app
welcome-app-name = My app
welcome-app = Add this to the MCP configuration of your AI app, with its name in place of “{ $name }”. It then uses the server through Paddock.
welcome-show-apps = Show apps

## Access

access-title = Access
access-lead = The folders your servers may touch.
access-add = Add folder
access-add-more = More ways to add folders
access-add-workspace = From a workspace file…
access-revoke-all = Revoke all access
access-revoke-all-stops = Also stops { $servers }, which would otherwise keep reading.
access-revoke-all-connects = { $count ->
    [one] This also takes back { $count } destination that servers may connect to.
   *[other] This also takes back { $count } destinations that servers may connect to.
}
access-everything = Everything that you can read
access-unenforced-list = Servers that are not enforced
access-unenforced-stop = Stop
access-unenforced-stop-label = Stop { $server }
access-view = Arrange
access-by-folder = By folder
access-by-server = By server
access-grid = Grid
access-empty-title = No folder access
access-empty = Servers can start but see none of your files, except what their own programs need.
access-empty-told = Servers can start, and enforced ones see none of your files. A server that is not enforced can still read them.
access-empty-how = Add a folder here, or drop one anywhere on this window. You choose which server may use it, and for how long.
access-empty-bundled = { $server } comes with Paddock, so there is a server to try it with.
access-list-folders = Folders with access
access-list-servers = Servers with access
access-told-waiting = Told; hasn’t re-read its folders
access-told-waiting-for-call = Will be told with its next call
access-told-never-asked = Hasn’t asked which folders it has
access-told-starting = Server is starting
access-used = Last used { $time }: { $by }
access-unused = No recorded use yet
access-suspended = Suspended
access-held-back = Read-only for now: the read-only folder { $folder } inside it was moved. Put it back or revoke it.
access-next-start = { $server } gets this folder when it restarts.
access-next-start-label = Restart { $server } to use { $folder }
access-inside = Inside { $folder }, which it already has
access-find = Find a folder or server
access-review = Review
access-review-label = Review the folder that is now { $folder }
access-revoked-all = { $count ->
    [one] { $count } grant was revoked.
   *[other] { $count } grants were revoked.
}
access-taken-back-all = { $count ->
    [one] { $count } destination was taken back.
   *[other] { $count } destinations were taken back.
}
access-revoke = Revoke
access-revoke-label = Revoke { $server }’s access to { $folder }
access-access-label = What { $server } may do in { $folder }
access-lifetime-label = How long { $server } may use { $folder }
access-open-folder = Show { $folder } in the file manager
access-add-server = Give { $folder } to another server…
access-folded-read = { $count ->
    [one] { $count } grant, read only
   *[other] { $count } grants, read only
}
access-folded-write = { $count ->
    [one] { $count } grant, may write
   *[other] { $count } grants, { $writing } may write
}
access-no-grants = No folders
access-footnote = Not enforced: { $servers }. A server that is not enforced is only told which folders to use, and can read everything your account can.
ended-title = Ended
ended-clear = Clear the list
ended-revoked = Revoked { $time }
ended-expired = Expired { $time }
ended-run-ended = Ended when the server stopped, { $time }
ended-again = Grant again
ended-again-all = { $count ->
    [one] Grant it again…
   *[other] Grant all again…
}
ended-again-label = Grant again: { $server }, { $folder }
ended-lingering = { $server } was told to stop using it, but nothing prevents it until it is restarted.
ended-restart = Restart { $server } so that it lets go of { $folder }
ended-forget = Remove from the list: { $folder }, { $server }

grid-label = Folders and servers
grid-folder = Folder
grid-none = No access
grid-timed = for a limited time
grid-inherited = through { $folder }
grid-waits = waiting for your consent
grid-choices = What { $server } may do in { $folder }
grid-review = Review the new folder
grid-grant = Grant…
grid-help = Arrow keys move, Enter shows the choices. R: read only. W: ask for ‘Write, but not what runs’. Delete: revoke. Less access takes effect at once; more access needs your consent.

retention-with-paths = { $days ->
    [one] { $days } day, at most { $megabytes } MB, with paths
   *[other] { $days } days, at most { $megabytes } MB, with paths
}
retention-without-paths = { $days ->
    [one] { $days } day, at most { $megabytes } MB, without paths
   *[other] { $days } days, at most { $megabytes } MB, without paths
}
retention-with-arguments = { $days ->
    [one] { $days } day, at most { $megabytes } MB, with all that tools are called with
   *[other] { $days } days, at most { $megabytes } MB, with all that tools are called with
}

awaits = Waiting for your consent
awaits-what = Waiting for your consent: { $what }
awaits-show = Show
awaits-show-label = Show the question: { $what }
waits-label = Waiting for you: { $what }
waits-about = { $head }: { $about }
answer-now = Answer now
awaiting = { $count ->
    [one] { $count } question waits for your consent.
   *[other] { $count } questions wait for your consent.
}
awaiting-show-label = Show what waits for your consent

host-lost-title = Paddock’s background service stopped
host-lost = All servers stopped with it. What is shown here is from before.
host-lost-tries = It is being restarted.
host-lost-stays = It stopped several times in a row, so it will not restart by itself.
host-back = Paddock’s background service is running again. Its servers were stopped, and calls in progress were cancelled.

announce-consent = A question waits for your consent.
announce-pick = A question about { $folder } is waiting.
announce-granted = { $server } may now use { $folder }.
announce-revoked = { $server }’s access to { $folder } was revoked.
announce-expired = { $server }’s access to { $folder } expired.
announce-run-ended = { $server }’s access to { $folder } ended when it stopped.
announce-held = { $server } waits for you: it tried to reach { $path }.
announce-call = { $app } waits for you: it wants to call { $tool } of { $server }.
announce-sending = { $server } has reached today’s sending limit ({ $size }), and waits.
announce-destination = { $server } wants to connect to { $destination }.
announce-place = { $app } is working in { $folder }, which { $server } may not use.
announce-asks-model = { $server } asks for a model’s answer.
announce-asks-form = { $server } asks you to fill in a form.
announce-asks-url = { $server } asks you to open a web page.
announce-answer-ready = The answer for { $server } is ready for your review.
announce-answer-failed = The model did not answer for { $server }.
announce-request-over = A request of { $server } ended without your answer.
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
consent-size = Size
consent-size-whole = { $count ->
    [one] { $number } file, { $size }
   *[other] { $number } files, { $size }
}
consent-size-part = { $count ->
    [one] At least { $number } file, { $size }
   *[other] At least { $number } files, { $size }
}
consent-picked-as = Picked as { $path }, a symbolic link to this folder.
consent-window = Paddock: your consent
consent-named-argument = The server’s command names it: { $text }
consent-named-variable = The server’s variable { $name } names it.
consent-named-start = The server starts in it.
consent-named-file = It names the file { $file }. Only whole folders can be granted, so this is the folder it is in.
consent-project = Detected
consent-repository = This folder is part of the Git repository { $folder }.
consent-repository-use = Ask for { $folder } instead
consent-access = Access
consent-access-read-hint = It can read, but not change anything.
consent-access-guarded-hint = It may change and delete files, but not Git’s folder, hooks, and settings that your editors, agents, shells and dev containers run.
consent-access-commits-hint = It may change and delete files, and commit with Git. It does not write Git’s hooks and settings, nor what your editors, agents, shells and dev containers run. Your own Git still acts on what it finds in Git’s folder and in commits, so a hostile server could use it to run programs or write elsewhere. Choose this only for a server that you trust with this repository.
consent-access-guarded-less-hint = On this computer such files can’t be told apart, so the server may only read.
consent-access-write-hint = It may change and delete files, also those that your other programs run: hooks, tasks, settings of agents.
consent-told-read-hint = It is told that it may only read.
consent-told-write-hint = It is told that it may change and delete files.
consent-duration = Duration
consent-duration-run-stopped = Ends when the server stops. The server is stopped, so this begins with its next run.
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
consent-effect-restart = { $server } restarts and then has the folder.
consent-effect-never-asked = { $server } is running and has never asked for folders, so it may not notice.
consent-effect-stopped = { $server } is told when it starts.
consent-effect-untrusted = { $server } does not run until you trust its command.
consent-effect-paused = Servers are paused. { $server } is told when you resume.
consent-granted-to = Already granted to { $servers }.
consent-replaces = { $server } has this folder already. Allowing replaces what it was given.
consent-type-name = Type { $folder } to allow it
consent-type-hint = Granting this folder is dangerous. Type its name to confirm.
consent-sends-anywhere = { $server } may connect anywhere, so it could send what it reads to anyone on the internet.
consent-allow = Allow
consent-deny = Don’t allow
consent-later = Decide later
consent-series = { $server } names { $count } folders that wait for your answer.
consent-title-folders-read = { $count ->
    [one] Let { $server } read { $count } folder?
   *[other] Let { $server } read { $count } folders?
}
consent-title-folders-write = { $count ->
    [one] Let { $server } read and write { $count } folder?
   *[other] Let { $server } read and write { $count } folders?
}
consent-title-folders-none = Which folders may { $server } use?
consent-folders = Folders
consent-folders-hint = What is not ticked is not granted, and not asked about again.
consent-folders-tick = Grant { $folder }
consent-series-none = Skip all of them for now
consent-changed = The question has changed. Read it again.
consent-unread = There is more to read: scroll to the end before you agree.
consent-no-servers = There is no server to grant it to. Add one first.
consent-reached = { $server } tried to open it on its own.
consent-position = Question { $number } of { $count }
consent-previous = Previous question
consent-next = Next question
consent-put-off = Decided later
consent-put-off-hint = { $count ->
    [one] { $count } question still waits. You can close this window: the question stays in Paddock’s main window until you answer it.
   *[other] { $count } questions still wait. You can close this window: they stay in Paddock’s main window until you answer them.
}
consent-nothing = Nothing waits for your consent
consent-nothing-hint = You can close this window.
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

## Consent to what was asked for in the window, or by another program

asked-by = Requested by { $path }, not in Paddock’s window.
asked-by-started = Requested by { $path }, started by { $parent }, not in Paddock’s window.
asked-by-hint = If you do not know why it asks, do not allow it.
wish-now = Now
wish-retention-title = Keep less of the activity?
wish-retention-warning = Older records, or those over that size, are deleted. Without paths, new records don’t say which files were used.
wish-retention-agree = Keep less
wish-arguments-title = Write down what tools are called with?
wish-arguments-warning = Arguments can hold the content of files and what you told your AI app. Every program that runs as you can read them in the activity until they are deleted. Known secrets are left out.
wish-arguments-agree = Write it down
wish-delete-activity-title = Delete all activity?
wish-delete-activity-warning = What servers and apps did can no longer be looked up. Only the deletion and its time are kept.
wish-delete-activity-agree = Delete activity
wish-delete-activity-keep = Keep it
wish-secrets-in-file-title = Let Paddock keep secrets in its own file?
wish-secrets-in-file-warning = Secrets that the keyring does not take are then in a file that every program of your account can read.
wish-provider-title = Send what servers ask to { $provider }?
wish-provider-where = Where it goes
wish-provider-effect = What it means
wish-provider-means = Every request that you let a model there answer goes to this address, with the texts, pictures and sounds in it, and with the key for it if there is one.
wish-then = Then
wish-then-access = { $access }. { $hint }
wish-state = State
wish-on = on
wish-off = off
wish-change = { $before } → { $after }
wish-none = None
wish-access-title = Let { $server } do more in { $folder }?
wish-lifetime-title = Let { $server } use { $folder } for longer?
wish-again-title = Grant { $folder } to { $server } again?
wish-again-duration = The same as before, or 1 hour from now if that has expired.
wish-all-again-title = Grant all of this again?
wish-all-again-agree = { $count ->
    [one] Grant it again
   *[other] Grant all { $count }
}
wish-all-again-destinations = Destinations
wish-all-again-lost = This cannot be brought back:
wish-all-again-replaced = A different folder is here now.
wish-all-again-missing = No longer there.
wish-all-again-not-a-folder = No longer a folder.
wish-all-again-denied = It cannot be opened.
wish-network-title = Let { $server } connect anywhere?
wish-network-warning = You are not asked any more. It could reach all of the internet, other computers on your networks, and programs on this computer such as databases.
wish-network-warning-reads = It can read { $folders }, and could send what it reads anywhere: you are not asked any more. It could reach all of the internet, other computers on your networks, and programs on this computer such as databases.
wish-network-ask-title = Let { $server } ask to connect?
wish-network-allowed = It may connect to
wish-most-sent-title = Let { $server } send more in a day?
wish-send-today-title = Let { $server } send more today?
wish-sent = Sent today
sending-up-to = Up to { $size } today
sending-unlimited = No limit today
sending-stopped = Nothing more today
wish-destination-title = Let { $server } connect to { $destination }?
wish-destination = Destination
wish-destination-ports = { $port ->
    [web] Ports
   *[other] Port
}
wish-destination-private = On a private network, at
wish-destination-private-means = Allows both this name and its address. Another allowed name that leads there would work too.
wish-destination-reads = It can read { $folders }, and could send what it reads there.
wish-destination-reads-anywhere = It can read { $folders }, and could send what it reads to anyone on the internet.
wish-destination-reads-all = It can read everything your account can, and could send what it reads there.
wish-destination-reads-all-anywhere = It can read everything your account can, and could send what it reads to anyone on the internet.
wish-destination-is-open = Its network is open, so it can connect there already. This takes effect only when its network is set to Ask first.
wish-destination-is-off = Its network is off. This takes effect only when its network is set to Ask first.
wish-destination-not-here = This computer can’t limit a server to single destinations, so its network stays off.
wish-forget-title = Ask about { $destination } again?
wish-forget-now = It may not connect there, and you are not asked.
wish-forget-then = You are asked when it tries. If something else that you allowed covers this, it may connect without asking.
wish-confinement-title = Change the protection of { $server }?
wish-resume-title = Start servers before the pause ends?
wish-resume-app-title = Let { $app } use its servers before its pause ends?
wish-resume-servers = Servers
wish-resume-keep = Stay paused
wish-terminal-title = Allow consent at a terminal?
wish-terminal = Folders can be granted and commands trusted by answering in a terminal on this computer, and not in this window only.
wish-terminal-warning = Programs that control a terminal of yours, such as an AI agent with a shell, could answer in your place.
wish-scope-title = Give apps all folders of { $server }?
wish-scope = All folders of this server, wherever the app works
wish-scope-folders = Its folders
wish-rule-title = Let { $app } call { $tool } of { $server }?
wish-rule-title-all = Let every app call { $tool } of { $server }?
wish-rule-tool = Tool
wish-rule-app = App
wish-rule-as-all = As for every app: { $rule }
wish-hold-title = Let apps call tools of { $server } that changed?
wish-hold-warning = A server can change a tool after you have come to trust it. Calls of a changed tool would no longer wait for you.
wish-hold-now = They wait for you
wish-hold-then = They do not wait for you
wish-changed-title = Accept the changed tools of { $server } as they are now?
wish-changed-tools = Changed since first seen
wish-changed-then = Calls of them no longer wait for you because of the change.
wish-gone-title = This is no longer needed
wish-gone = Already done, or what it was about has changed. Nothing was allowed.

## Consent to a call that waits

held-call-title = { $app } wants to call { $tool } of { $server }
held-call-loading = Loading the arguments…
held-call-arguments = Arguments
held-call-no-arguments = None
held-call-about = What the server says about it
held-call-claims = The server says: { $claims }.
held-call-claims-none = The server doesn’t say what this tool does.
held-call-claim-read-only = reads only
held-call-claim-changes = changes things
held-call-claim-destructive = can destroy something
held-call-claim-harmless = destroys nothing
held-call-unproved = Paddock cannot verify this.
held-call-works-in = Works in
held-call-changed = { $tool } has changed since it was first seen: the server now describes it differently.
held-call-lapsed = { $app } was told to try again. Your answer applies to its next try.
held-call-means = 1 hour and this session apply only until { $app } ends this session. Always applies to every call of { $tool } by anything named { $app }; Paddock can’t verify that name.
held-call-once = Allow once
held-call-hour = Allow for 1 hour
held-call-session = Allow for this session
held-call-always = Always allow

## Check a path

check-title = Check a path
check-lead = See which servers may use a path. Nothing is opened or read.
check-paths = Paths, one per line
check-server = For
check-all = Every server
check-run = Check
check-result = Answer
check-path = Path
check-empty = There is no server to ask about.
check-read = May read
check-write-guarded = May read and write, but not what runs
check-read-guarded = May read. Other programs run this, so it may not be written
check-read-write = May read and write everything
check-needed = Reads it: its own program needs it to run
check-own-home = Reads and writes it: it is in its own home
check-withheld = Withheld: the server can’t open the folder right now
check-next-start = Withheld until the server starts next
check-outside = Outside what it was given
check-outside-near = Outside. The nearest folder given is { $folder }
check-not-enforced = Not enforced: can reach whatever you can
check-not-a-path = Not an absolute path
check-through = Through { $folder }
check-footnote = These answers come from the grants, from what trusted programs need, and from what is enforced now.

## Servers

servers-title = Servers
servers-lead = MCP servers that Paddock starts and watches.
servers-list = Configured servers
servers-add = Add server
servers-empty-title = No servers
servers-empty = Add the programs your AI tools use, by form or by pasting their configuration.
servers-bundled = Comes with Paddock
servers-tab-overview = Overview
servers-tab-tools = Tools
servers-tab-resources = Resources
servers-tab-prompts = Prompts
servers-tab-messages = Messages
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
servers-removed = { $server } was removed.
servers-add-again = Add it again
starting-title = { $server } is starting
starting-elapsed = Starting… { $seconds } s
starting-wait = Still starting.
starting-confined = Already confined to its folders.
last-lines = { $count ->
    [one] Last line it wrote
   *[other] Last lines it wrote
}
servers-trust = Trust and start
servers-trust-ask = Trust…
servers-ask-first = Ask me when it first tries to open anything else
servers-trust-new = This command has never run here. Read all of it, and what it needs, before it starts.
servers-trust-changed = The command or its program changed since you trusted it. It stays stopped until you trust this version.
trust-this-version = Trust this version
trust-keep-stopped = Keep stopped
diff-added = added
diff-removed = removed
diff-same-words = The command is unchanged, but its program, or a file that it needs, has changed. It stays stopped until you trust this version.
diff-runtime = The command and its own files are unchanged, but what runs them has changed, with all that is installed there, as after an update of Node.js or Python. It stays stopped until you trust this version.
diff-whole = Whole command
servers-command = Command
servers-arguments = Arguments
servers-no-arguments = None
servers-found = Program
servers-link-to = A link to { $file }
servers-not-found = Not found yet
servers-fingerprint = Fingerprint
servers-cwd = Starts in
servers-cwd-default = Default folder
servers-env = Variables
servers-env-none = None set
servers-env-kept = Kept in your keyring: { $names }
servers-env-in-file = Secrets in Paddock’s own file, which only your account may read (mode 0600): { $names }
servers-env-hint = Values of secrets stay hidden.
servers-reported = Calls itself
servers-reported-none = Nothing reported yet
servers-revision = MCP revision
servers-revision-none = Not negotiated yet
servers-calls = Calls in flight
servers-in-flight = { $count ->
    [one] { $count } call in flight
   *[other] { $count } calls in flight
}
servers-told = Folder list
servers-told-told = Contains the folders above
servers-told-waiting = Told; hasn’t re-read its folders
servers-told-waiting-for-call = Will be told with its next call
servers-told-never-asked = Hasn’t asked which folders it has
servers-told-not-running = Not running
servers-folders = Folders
servers-folders-all = Everything that you can read and write: it is not enforced. Grants only tell it which folders to use.
servers-folders-none = No folders. None of your files are granted to it.
servers-asked = Asked for
servers-supported = Supported here
servers-in-force = In force
servers-lingering-title = Told to stop, but not prevented
servers-lingering = { $server } was told to stop using these folders, but nothing prevents it until it is restarted.
servers-lingering-empty = This server keeps using its last folders when told that it has none.
servers-run-details = This run
revision-session = with a session: it is told of changes while it runs
revision-stateless = stateless: it is told in each call
revision-waiting = stateless: told in its next call
offers = Offers
offers-nothing = Nothing
offers-tools = tools
offers-resources = resources
offers-subscribe = resource subscriptions
offers-prompts = prompts
offers-completions = completions
offers-tasks = tasks

sessions-title = Used by apps ({ $count })
sessions-lead = Each app has a process of its own. Names come from the app’s configuration; Paddock cannot verify them.
sessions-no-folder = Where it works is not known.
sessions-works-in = Works in
sessions-reaches = { $count ->
    [0] Reaches no folder
    [one] Reaches { $count } folder
   *[other] Reaches { $count } folders
}
sessions-reaches-all = Reaches everything that you can read
sessions-number = Session { $number }
sessions-since = Since { $time }
sessions-take = Remove folder
sessions-take-label = Remove folder { $folder } from { $app }
sessions-taken = Removed until it ends: { $folders }
sessions-pause = Pause
sessions-calls = { $count ->
    [0] no calls yet
    [one] { $count } call
   *[other] { $count } calls
}
sessions-open-handles = It opened them before access was revoked and can use them until it ends.
sessions-end = End
sessions-end-label = End { $app }
sessions-end-label-folder = End { $app } in { $folder }
sessions-ended = { $app }’s process of { $server } was ended. The app may start another.
sessions-all = Show all { $count }
sessions-fewer = Show fewer
sessions-used-by = Used by { $apps }
sessions-used-by-many = { $count ->
    [one] Used by { $count } app
   *[other] Used by { $count } apps
}
sessions-used-trouble = { $used }: { $trouble }
scope-title = Which folders apps get
scope-hint = Only where the app works: each app gets the part of these folders that it works in.

lifecycle-title = Starting and stopping
lifecycle-restart = When it stops by itself
lifecycle-on-failure = Restart after an error
lifecycle-on-failure-hint = It is restarted a few times, and then stays stopped.
lifecycle-always = Always restart
lifecycle-always-hint = It restarts however it stopped, unless it keeps stopping right away.
lifecycle-never = Leave it stopped
lifecycle-never-hint = It stays stopped until you start it.
lifecycle-on-demand = Start when it is first used
lifecycle-on-demand-hint = It does not start with Paddock, and waits for its first use.
lifecycle-idle = Stop when nothing uses it
lifecycle-idle-hint = It starts again with its next use.
lifecycle-idle-off = Never
lifecycle-keep-alive = Health check
lifecycle-keep-alive-hint = A server that stops answering is stopped and treated as failed. Servers without sessions are not checked.
lifecycle-keep-alive-off = Off
lifecycle-seconds = Every { $seconds } s
lifecycle-minutes = After { $minutes } min
lifecycle-unit-seconds = s
lifecycle-unit-minutes = min
lifecycle-other = Other…
lifecycle-other-label = { $what } ({ $unit })
lifecycle-bounds = From { $least } to { $most }.

## How much of the computer a server may take

limits-title = Limits
limits-hint = A server over its memory or process limit is refused more, or stopped. Your other programs are not affected. A running server restarts when you change either.
limits-memory = Most memory
limits-memory-none = No limit
limits-memory-mb = { $count } MB
limits-memory-gb = { $count } GB
limits-memory-unit = MB
# One after the other.
sentences = { $first } { $then }
limits-sent = Most sent in a day
limits-sent-hint = What it sends to all destinations counts. At the limit it waits, and you are asked.
limits-sent-none = No limit
limits-sent-mb = { $count } MB
limits-sent-gb = { $count } GB
limits-sent-unit = MB
limits-sent-so-far = { $size } sent today.
limits-sent-open = Not counted while its network is open.
limits-sent-uncounted = Not counted, because nothing limits where it connects.
limits-sent-today = Today it may send up to { $size }.
limits-sent-today-unlimited = Today it has no limit.
limits-sent-today-stopped = It sends nothing more today.
limits-processes = Most processes and threads
limits-processes-count = { $count }
limits-processes-unit = processes and threads
limits-held-group = Enforced by a control group (cgroup), for all its processes together.
limits-held-namespace = Enforced by a namespace of its own, for all its processes together.
limits-held-process = Enforced for each process by itself.
limits-held-nothing = Not enforced on this computer.

## What keeps a server to its folders

asked-enforced = Enforced
asked-advisory = Not enforced
supported-live = { $tier }, changes take effect at once
supported-restart = { $tier }, a change restarts the server
supported-nothing = Nothing
supported-none = Nothing on this computer can keep it to its folders.
tier-live-mounts = Live mounts
tier-landlock = Landlock
in-force-active = Active
in-force-live = The operating system keeps it to its folders. A change takes effect at once, while it runs.
in-force-restart = The operating system keeps it to its folders. A change restarts it.
in-force-later = Enforced when it runs
in-force-later-why = It is not running, so there is nothing to enforce. It is kept to its folders from its start.
in-force-starting = Enforced from the start
in-force-starting-why = It is starting, and is kept to its folders from the first moment.
in-force-impossible = Cannot be enforced
in-force-changing = Changing
in-force-changing-why = A change is being applied. It takes milliseconds.
in-force-restarting = Restarting server
in-force-restarting-why = It is restarting to apply a change.
in-force-open = { $count ->
    [one] { $count } file still open
   *[other] { $count } files still open
}
in-force-open-why = Its folders are up to date. Files it opened earlier stay open until it restarts.
in-force-failed = Enforcement failed
open-handles = { $server } opened files before access was revoked and can go on using them. Restarting it closes them.
nothing-enforces-title = Nothing is enforced here
nothing-enforces = Nothing on this computer can keep servers to their folders. Servers stay stopped unless you let one run without enforcement.
nothing-enforces-details = What is missing

protection-title = Protection
protection-prove = Prove it
prove-restarts = { $count ->
    [0] Proving restarts { $server }.
    [one] Proving restarts { $server } and ends the call it is working on.
   *[other] Proving restarts { $server } and ends the { $count } calls it is working on.
}
protection-proving = Proving it…
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
finding-expected-nothing = expected: blocked
finding-expected-read = expected: read only
finding-expected-write = expected: read and write
proved-title = What was tried
proved-holds = It holds. Whatever { $server } was not granted is blocked.
proved-holds-files = It holds for files and folders: whatever { $server } was not granted is blocked.
proved-leaks = It does not hold. { $server } reached something it shouldn’t, or was kept from something granted.
proved-at = Tried { $time }
proved-allowed = Allowed
proved-blocked = Blocked
proved-blocked-by = Blocked by the operating system ({ $error })
proved-expected = As expected: { $expected }
proved-unexpected = Not as expected: { $expected }
proved-by-tool = through its own tool
proved-server = using { $server }
network = Network
network-modes = What { $server } may use of the network
network-off = It reaches no other computer, and no program on this one.
network-ask = It reaches what you allow. When it tries anything else, you are asked.
network-ask-not-here = Off here: this computer can’t limit a server to single destinations.
network-open = It reaches the internet, other computers and programs on this one. You are not asked.
network-offer-ask = It can connect anywhere, and you are not asked.
network-offer-ask-do = Switch to Ask first
destinations-title = Where it may connect
destinations-none = You have not decided about any destination.
destinations-allowed = Allowed: { $duration }
destinations-never = Never, without asking
destinations-ports = { $port ->
    [web] ports 80 and 443
   *[other] port { $port }
}
destinations-seen = { $count ->
    [one] { $count } connection, { $open } open now
   *[other] { $count } connections, { $open } open now
}
destinations-bytes = { $sent } sent, { $received } received
destinations-last = last used { $time }
destinations-unused = Not used yet
unreached-no-address = Last try failed { $time }: this name has no address. Check how it is written, and your connection.
unreached-unreachable = Last try failed { $time }: nobody answered there. Check that the service runs.
unreached-not-looked-up = Last try failed { $time }: this name could not be looked up in time. Check your connection.
unreached-private-network = Last try failed { $time }: this name leads to a private network. Allow the address there too, if you want that.
unreached-this-computer = Last try failed { $time }: this is an address of this computer. Allow a port of this computer instead, if the server is to connect here.
unreached-this-link = Last try failed { $time }: this name leads to a device on this local link or to cloud credentials. Allow the address there too, if you want that.
unreached-address-refused = Last try failed { $time }: this name leads to an address that you refused.
unreached-nowhere = Last try failed { $time }: this name leads to a reserved address.
unreached-proxy = Last try failed { $time }: your proxy did not lead there.
unreached-port-closed = Last try failed { $time }: this port could not be opened for the server. Restart the server.
unreached-greeting = Last try failed { $time }: the server gave a different name there than it asked for, so Paddock closed the connection.
destinations-take-back = Take back
destinations-take-back-label = Take back { $destination }
destinations-taken-back = { $destination } was taken back from { $server }.
destinations-allow-again = Allow again…
destinations-ask-again = Ask again
destinations-ask-again-label = Ask again about { $destination }
destinations-allow-title = Allow a destination
destinations-allow-where = Name, address or range
destinations-allow-hint = Such as api.example.com, *.example.com, 10.0.0.0/8 or localhost:5432
destinations-allow-how-long = For how long
destinations-allow = Allow…
destinations-inert-off = These take effect only when its network is set to Ask first.
destinations-inert-open = Its network is open, so these take effect only when it is set to Ask first.
network-bound-system = This computer cannot switch the network off for one server.
network-bound-advisory = Without enforcement it cannot be switched off.
confinement-restarts = A change restarts it.
ask-first = Ask on first touch
ask-first-hint = When it first reaches for something it was not granted, it waits until you answer. A change restarts it.
ask-first-bound-system = Not here: this computer does not show what servers try.
ask-first-bound-restart = Not here: it needs enforcement that changes while a server runs.
ask-first-bound-advisory = Without enforcement, nothing it does can be held back.
enforce-on = Enforced
enforce-on-hint = It is kept to its folders, or it does not run.
enforce-off = Not enforced
enforce-off-hint = It is told which folders to use. Nothing stops it from using others.
enforce-without = Run without enforcement…
enforce-again = Enforce again
enforce-title = Run { $server } without enforcement?
enforce-warning = It will be able to read and change everything your account can: keys, mail, browser data, every project. Your grants are then only advice to it.
enforce-keep = Keep it enforced
enforce-yes = Yes, let it read everything my account can
reads-title = What else it can read ({ $count })
reads-home = Its own home (read and write)
reads-program = The program itself
reads-runtime = Its language runtime
reads-system = Programs and libraries of the system
reads-certificates = Certificates
reads-names = Host and user names
footprint-title = Needs to run
footprint-none = None of your files. It uses only what the system provides.
footprint-untold = Paddock can’t tell which files this runs. Anyone who can change them controls it.
footprint-program = its program
footprint-runtime = its runtime
footprint-size = { $files ->
    [one] { $files } file, { $size }
   *[other] { $files } files, { $size }
}
footprint-size-least = { $files ->
    [one] at least { $files } file, { $size }
   *[other] at least { $files } files, { $size }
}
footprint-size-unknown = size not counted
footprint-hidden = { $count ->
    [one] One likely secret in it stays hidden
   *[other] { $count } likely secrets in it stay hidden
}
footprint-new = Not agreed to yet
footprint-gone = No longer needed
trust-withdraw = Withdraw trust
trust-withdraw-label = Withdraw trust in { $server }: it stops, and asks before it runs again
programs-title = What programs need to run
programs-lead = Read only. You agreed to this when you trusted the command. Withdrawing trust stops the server.
attempts-title = What it tried
attempts-none = Nothing outside its grants.
attempt-waits = Waiting for you
attempt-read = { $count ->
    [one] Tried to read once, { $time }
   *[other] Tried to read { $count } times, last { $time }
}
attempt-write = { $count ->
    [one] Tried to write once, { $time }
   *[other] Tried to write { $count } times, last { $time }
}
attempt-connect = { $count ->
    [one] Tried to connect once, { $time }
   *[other] Tried to connect { $count } times, last { $time }
}
attempt-refused = { $count ->
    [one] Refused once, as you chose, { $time }
   *[other] Refused { $count } times, as you chose, last { $time }
}
attempt-allow = Allow…
attempt-allow-label = Allow { $destination }…
attempt-grant = Grant this folder…
attempt-write-here = Let it write here…
attempt-write-all = Let it write everything here…
attempt-write-commits = Let it write and commit here…
attempt-program = A server’s program is made of this. No server may change it, whatever you grant.
attempt-granted = { $folder } is granted to it: { $access }
attempt-folder-label = { $what } { $folder }
attempt-deny-label = Don’t allow { $path }
attempt-dismiss-label = Dismiss { $path }
not-entered = It is set to start in { $folder }, which it has no access to. Until you grant that folder and restart it, it starts in its own home.
unmet = { $count ->
    [one] Its command names a folder that it has no access to: { $folders }.
   *[other] Its command names { $count } folders that it has no access to: { $folders }.
}
unmet-ask = { $count ->
    [one] Grant this folder…
   *[other] Grant these folders…
}
missed = It could not read { $path }, which it needs to start.

state-stopped = Stopped
state-needs-trust = Not yet trusted
state-starting = Starting
state-running = Running
state-stopping = Stopping
state-restarting = Restarting
state-failed = Failed
state-paused = Paused
state-asleep = Starts on demand
state-running-since = Running since { $time }
state-restarting-at = Starts again at { $time }, attempt { $attempt }

form-title-add = Add a server
form-way = How to add it
form-by-form = By form
form-by-paste = Paste JSON
form-name = Name
form-program = Program
form-program-hint = A name found on your PATH, such as npx, or an absolute path.
form-args = Arguments, one per line
form-env = Environment variables
form-env-name = Variable name
form-env-value = Value of the variable
form-env-add = Add variable
form-env-remove = Remove variable { $name }
form-env-shown = Show values
form-env-kept = Kept as it is. Type to replace it
form-env-kind = Whether { $name } is a secret
form-env-kind-auto = Decide automatically
form-env-kind-secret = Secret
form-env-kind-plain = Not a secret
form-env-hint = Secrets are put in the keyring of your desktop, and are never shown again.
form-env-in-file = The keyring of your desktop takes no secrets now, so Paddock keeps them in its own file, which only your account may read (mode 0600). You can change that in Settings.
form-cwd = Starts in
form-cwd-hint = Optional. An absolute path.
form-save = Save
form-add = Add server
form-hint = Nothing runs until you have seen the exact command and trusted it.
form-edit-hint = A changed command must be trusted again before it runs.
paste-label = Configuration
paste-hint = A command, such as npx -y some-server ~/folder, or the mcpServers or servers part of a client’s settings. Comments are fine.
paste-hint-more = It can also be a registry’s server.json, or an install link for Paddock, Cursor or VS Code.
paste-open = Open a file…
paste-open-hint = A bundle (.mcpb or .dxt), or a server.json. You can drop one on this window, too.
paste-read = Find servers
paste-found = { $count ->
    [one] Found { $count } server
   *[other] Found { $count } servers
}
paste-add = Add { $server }
paste-edit = Edit first: { $server }
paste-edit-short = Edit first
paste-add-short = Add
paste-added = Added
paste-unusable = Can’t run here
paste-command = What will run
asked-title = What it asks for
asked-several = One per line.
asked-path = Choosing it gives the server nothing yet. You are asked about each folder once the server is added.
asked-choose-folder = Choose folder…
asked-choose-file = Choose file…
arrival-title-bundle = Add { $server } from a bundle
arrival-title-file = Add { $server } from a file
arrival-title-link = A link asks to add { $server }
arrival-from = It came from
arrival-link = Anyone can make such a link. Continue only if you were expecting it.
arrival-name = Name
arrival-version = Version
arrival-author = Author
arrival-description = Description
arrival-claims = All of this is what the bundle says of itself. Nobody checked it.
arrival-waits = The bundle is unpacked, and its server stays stopped: nothing of it runs until you have seen the exact command and trusted it, and folders wait for your consent.
arrival-leave = Do not add
arrival-title-update = A bundle for { $server }
update-waits = { $server } is stopped until you have seen the new command and trusted it. Its folders, destinations and rules stay.
update-choice = What to do with it
update-newer = Update { $server } from { $from } to { $to }
update-older = Take { $server } back from { $from } to { $to }
update-same = Replace version { $from } of { $server } with this bundle
update-unclear = Replace version { $from } of { $server } with { $to }
update-add = Add as another server
update-note-older = This bundle is older than the one that { $server } runs from. Flaws that were repaired since may be back.
update-note-same = Both bundles say that they are version { $to }, but they are not the same.
update-note-unclear = The way these versions are written does not say which one is newer.
update-edited = The command of { $server } was changed by hand since its bundle was added. The update replaces what was changed.
update-same-author = Both bundles name the same author. Neither claim is verified.
update-identical = { $server } runs from this very bundle already.
update-stranger = { $server } runs from a bundle of this name that says it is by { $author }. This one names another author, so it can only be added as another server.
update-unreadable = { $server } runs from a bundle of this name, which can no longer be read. So this one can only be added as another server.
update-changes = What changes
update-version = Version
update-command = Command
update-environment = Variables
update-nothing = nothing
update-asks-new = It also asks for { $title }
update-asks-changed = It asks for { $title } in another way
update-asks-gone = It no longer asks for { $title }
update-nothing-changes = The command, its variables and what it asks for stay the same. The files in the bundle may differ.
update-stays = Leave this empty to keep the value you gave before.
update-leave = Change nothing
update-do = Update { $server }
update-do-replace = Replace
paste-names = It names { $folders }: grant read-only access
paste-named = It names { $folders }.
paste-env = Variables: { $names }
paste-missing = Its command names { $path }, which is not on this computer.
paste-missing-folder = Choose a folder in place of { $path }
paste-missing-file = Choose a file in place of { $path }
paste-introduce = Add, trust and start { $server }
paste-introduce-short = Add, trust and start
paste-introduce-all = Add, trust and start all { $count }
paste-introduce-hint = You will see every command, and every folder it names, on one page. Nothing starts before you agree there.
paste-ask-first = Ask me when one of them first tries to open anything else

tools-none = This server offers no tools.
tools-not-running = Start the server to use its tools.
tools-asleep = It starts when it is used: ask for its tools, or call one.
tools-loading = Asking for tools…
tools-list = Tools
tools-find = Find a tool
tools-claims = The server claims, unverified: { $claims }.
tools-claims-none = The server claims nothing about what it does.
tools-claim-read-only = read only
tools-claim-destructive = destructive
tools-claim-idempotent = same effect when repeated
tools-claim-open-world = reaches outside
tools-says = The server says: { $claims }
tools-use = What apps may call
tools-use-for = For
tools-use-own = These rules don’t apply to calls that you make in this window.
tools-rule-label = Calls of { $tool } by { $app }
tools-rule-as-all = { $rule } (as every app)
tools-hold-changed = Calls of changed tools wait for you
tools-hold-changed-hint = A tool counts as changed when the server describes it differently than when it was first seen.
tools-changed = Changed since first seen
tools-changed-list = { $count ->
    [one] { $count } tool has changed since it was first seen: { $tools }
   *[other] { $count } tools have changed since they were first seen: { $tools }
}
tools-changed-accept = { $count ->
    [one] Accept as it is now
   *[other] Accept as they are now
}
tools-unlisted = Not in the server’s list
tools-task-optional = It can run as a task.
tools-task-required = It runs as a task.
tools-schema = As the server describes it
tools-schema-input = Input
tools-schema-output = Output
tools-call = Call
tools-cancel = Cancel call
tools-calling = Waiting for the answer…
tools-progress = Progress of { $tool }
tools-share = { $share } %
tools-steps = { $steps } done
tools-elapsed = { $seconds } s
tools-confirm-destructive = The server says that this can destroy something. Look at what is sent.
tools-confirm-open-world = The server says that this reaches outside of it. Look at what is sent.
tools-confirm-arguments = { $tool } is called with exactly this:
tools-confirm-yes = Yes, call it
tools-confirm-no = Don’t call
tools-result = Result
tools-result-copy = Copy
tools-result-error = The tool reported an error
tools-result-time = { $milliseconds } ms
tools-result-empty = The answer is empty.
tools-structured = Structured content
tools-broken-promise = This does not match the result that { $tool } declares.
tools-no-arguments = Takes no arguments.
tools-no-arguments-named = Names no arguments.
tools-way-of-typing = How to write the arguments
tools-form = Form
tools-json = JSON
tools-optional = optional
tools-json-hint = JSON
tools-unset = Not set
tools-yes = Yes
tools-no = No
tools-null = Nothing (null)
tools-fill-in = Fill in
tools-fill-in-label = Fill in { $name }
tools-way = Option { $number }
tools-way-label = Kind of { $name }
tools-item = Item { $number }
tools-add-item = Add to { $name }
tools-remove-item = Remove item { $number } of { $name }
tools-name = Name
tools-value = Value
tools-add-name = Add an entry
tools-remove-name = Remove the entry { $name }
tools-type-text = Text
tools-type-number = Number
tools-type-boolean = Yes or no
tools-type-list = List
tools-type-object = Several fields
tools-name-needed = It needs a name.
tools-name-doubled = This name is there already.
tools-bad-json = Not valid JSON: { $reason }
tools-not-an-object = Arguments are an object, in braces.
tools-does-not-fit = This does not fit the form: { $names }. Correct it, or call it as JSON.
tools-arguments = Arguments as JSON
tools-why-reference = Its description points to another address, which Paddock does not open. Write the arguments as JSON.
tools-why-lost-reference = Its description points to a part that is not there. Write the arguments as JSON.
tools-why-too-large = Its description is too large or refers to itself. Write the arguments as JSON.
tools-why-not-an-object = Its description has no named arguments. Write the arguments as JSON.
lists-ask-again = Reload

resources-none = This server offers no resources.
resources-not-running = Start the server to read its resources.
resources-asleep = It starts when it is used: ask for its resources.
resources-loading = Asking for resources…
resources-list = Resources
resources-find = Find a resource
resources-count = { $count ->
    [one] { $count } resource
   *[other] { $count } resources
}
resources-found = { $found } of { $count }
resources-more = Show more ({ $count })
resources-templates = Templates
resources-followed = Followed
resources-follow = Follow changes
resources-unfollow = Stop following
resources-changes = { $count ->
    [0] Followed
    [one] Followed, changed once
   *[other] Followed, changed { $count } times
}
resources-read = Read
resources-read-again = Read again
resources-reading = Reading…
resources-old = Changed since you read it.
resources-content = Content of { $name }
resources-empty = It is empty.
resources-address = Read by address
resources-address-hint = Only the server sees this address. Paddock opens nothing by itself.

prompts-none = This server offers no prompts.
prompts-not-running = Start the server to see its prompts.
prompts-asleep = It starts when it is used: ask for its prompts.
prompts-loading = Asking for prompts…
prompts-list = Prompts
prompts-find = Find a prompt
prompts-get = Get
prompts-messages = Messages of the prompt
prompts-empty = The prompt has no messages.
prompts-user = You
prompts-assistant = Model
prompts-copy = Copy as text

messages-list = Messages of { $server }
messages-find = Find in messages
messages-direction = Direction
messages-both = Both ways
messages-to-server = To the server
messages-from-server = From the server
messages-errors = Errors only
messages-live = Follow
messages-older = Show older
messages-none = No messages yet.
messages-none-found = No matches.
messages-dropped = { $count ->
    [one] { $count } older message discarded.
   *[other] { $count } older messages discarded.
}
messages-request = request
messages-result = result
messages-error = error
messages-notification = notification
messages-other = not MCP
messages-id = id { $id }
messages-took = { $milliseconds } ms
messages-text = Message { $number }
messages-cut = Only its beginning is kept.
messages-copy = Copy message
messages-reproduce = Copy as a script
messages-reproduce-hint = A shell script that sends a server everything that was sent to it up to here. Secrets are masked.

parts-text = Text
parts-image = Picture sent by { $from }
parts-show-image = Show picture · { $kind }, { $size }
parts-show-sound = Show sound · { $kind }, { $size }
parts-image-broken = A picture was sent that cannot be read.
parts-sound = Sound sent by { $from }
parts-not-shown = { $size }, not shown here
parts-read = Read
parts-read-label = Read { $name }
parts-tool-use = Calls { $tool }
parts-tool-result = Tool result
parts-tool-error = A tool reported an error
parts-arguments = Arguments for { $tool }
parts-too-deep = There is more inside, nested too deep to show.

log-empty = Nothing logged yet.
log-label = Log of { $server }
log-dropped = { $count ->
    [one] { $count } older line discarded.
   *[other] { $count } older lines discarded.
}
log-stderr = stderr
log-message = message
log-paddock = Paddock
log-session = Session { $session }, { $app }
log-whose = Show the lines of
log-all = All lines
log-own = Paddock’s own use
log-copy = Copy log
log-follow = Jump to the newest line

## What a server did over time

seen-title = Over time
seen-span = How far back
seen-day = 24 hours
seen-week = 7 days
seen-lately = { $calls ->
    [one] { $calls } call in the last 24 hours, attempts blocked: { $blocked }
   *[other] { $calls } calls in the last 24 hours, attempts blocked: { $blocked }
}
seen-lately-blind = { $calls ->
    [one] { $calls } call in the last 24 hours (what it tried is not seen)
   *[other] { $calls } calls in the last 24 hours (what it tried is not seen)
}
seen-nothing = Nothing in this time.
seen-calls = Tool calls
seen-uses = Uses of granted folders
seen-requests = Requests to you or a model
seen-blocked = Blocked
seen-connections = Connections
seen-sent = Sent
seen-received = Received
seen-strip = { $what }: { $total }, peak at { $time }
seen-files-unseen = What it tries is not seen while nothing keeps it to its folders.
seen-network-unseen = What it sends is not counted while its network is open.
seen-folders-how = Uses of granted folders: calls that named a path there. What a server reads without being called is not seen.
seen-destination = { $sent } sent, { $received } received
seen-destinations = Bytes by destination
seen-table = Show as a table
seen-access = When it had access
seen-access-none = It had no access in this time.
seen-access-from = From { $from }
seen-access-to = until { $until }
seen-access-still = still in force
seen-access-changed = changed at { $times }
seen-access-begin = From
seen-access-end = To
seen-access-what = Folder or destination
seen-access-how = How it ended
seen-before = earlier

## Apps

apps-title = Apps
apps-lead = AI apps on this computer and the servers they start.
apps-look = Look again
apps-launched = { $entries ->
    [0] They launch no servers.
    [one] They launch 1 server.
   *[other] They launch { $entries } servers.
}
apps-past = { $direct ->
    [0] All of them go through Paddock.
    [one] 1 of them can read everything you can.
   *[other] { $direct } of them can read everything you can.
}
apps-past-one = { $direct ->
    [0] It goes through Paddock.
   *[other] It can read everything you can.
}
apps-empty-title = No AI apps found
apps-empty = Paddock looks for the configs of Claude Code, Codex, Cursor, VS Code and more. Install one, or start it once, and look again.
apps-no-file = It has no config yet.
apps-no-entries = It names no servers.
apps-entries = Servers in { $path }
apps-project = Belongs to the project { $project }, and may be shared with others. It is changed only if you ask for that by itself.
apps-direct = Can read everything you can
apps-direct-off = Switched off in the app; could read everything you can
apps-through = Through Paddock as { $server }
apps-through-unsure = Says that it goes through Paddock as { $server }. Whether this program is Paddock’s is not known.
apps-remote = Remote: not launched here
apps-own = Part of the app
apps-as-before = It was connected, but its entry was changed back outside of Paddock.
apps-changed = Changed since it was connected. Paddock leaves it alone.
apps-unsure = It was connected, and cannot be compared: { $why }
apps-lost = { $entry } was connected and is no longer in { $path }.
apps-forget = Forget it…
apps-forget-label = Forget it: { $entry }
apps-choose = Choose { $entry } of { $app }
apps-connect = Connect…
apps-asks = { $entry } is started with values that { $app } fills in. Paddock starts the server itself, so it needs them from you.
apps-asks-continue = Continue
apps-connect-label = Connect { $entry } of { $app }
apps-connect-shared-label = Connect { $entry } in a project’s config for { $app }
apps-connect-all = Connect all { $count }…
apps-connect-all-label = Connect all { $count } of { $app }
apps-connect-chosen = { $count ->
    [one] Connect the one chosen…
   *[other] Connect the { $count } chosen…
}
apps-disconnect = Disconnect…
apps-disconnect-label = Disconnect { $entry } of { $app }
apps-disconnect-all = Disconnect all { $count }…
apps-disconnect-all-label = Disconnect all { $count } of { $app }
apps-no-server = Paddock has no server { $server }, so the app can’t start it. Disconnect the entry, or add the server again.
apps-server = Show server
apps-server-label = Show server { $server }
apps-restart = { $app } is not using a server now. If it is open, restart it so that it reads its config.
apps-stand-in = Ask me in Paddock what its servers ask, where { $app } cannot
apps-stand-in-hint = Servers may want you to fill in a form, visit a page or have a language model answer. It then waits under Requests. A server that runs already may learn of a change only when it starts again.
apps-by-hand = Paddock found no config of this app. The name comes from the command that connects it; Paddock cannot verify it.
apps-uses-none = It is not using a server now.
apps-uses = { $count ->
    [one] Uses 1 server now
   *[other] Uses { $count } servers now
}

app-ask-connect = Let { $app } launch its servers through Paddock?
app-ask-connect-yes = Connect
app-ask-connect-no = Leave as it is
app-ask-disconnect = Let { $app } launch its servers by itself again?
app-ask-disconnect-yes = Disconnect
app-ask-disconnect-no = Keep connected
app-ask-nothing = There is nothing to restore in { $app }
app-ask-forget = Forget it
app-ask-direct = The app starts these servers outside Paddock again; they can read everything you can.
app-ask-project = This config belongs to the project { $project }. Whoever shares the project gets the change too, and needs Paddock in the same place.
app-ask-link = This is a link. What is written is { $path }
app-ask-new = { $entry } becomes the new server { $server }.
app-ask-there = { $entry } uses the server { $server }, which has the same command.
app-ask-cwd = It starts in { $folder }
app-ask-env = Variables that move into Paddock: { $names }
app-ask-env-file = Variables read from { $path }: { $names }
app-ask-folders = Folders it names, for you to grant: { $names }
app-ask-unset = Not set, because no value was given: { $names }
app-ask-lost = Lost, because only the app can fill it in: { $names }
app-ask-diff = What changes in the file. Secrets are masked.
app-ask-waits = This gives no server anything: new ones wait for you to trust their commands, and folders for you to grant them. The app uses Paddock from its next start on.
app-given-restored = becomes what it was.
app-given-as-before = was already restored.
app-given-left = was changed since, and is left alone.
app-given-gone = is no longer there.

## Requests: what servers ask of the person

requests-title = Requests
requests-lead = What servers and apps ask of you. Nothing is answered until you decide.
requests-sections = Sections of requests
requests-tab-pending = Pending ({ $count })
requests-tab-missed = Missed ({ $count })
requests-list = What waits for you
requests-empty-title = Nothing waiting
requests-empty = When a server asks for a model’s answer, for details or for more access, or an app for a call that you want to see first, the question waits here until you decide.
requests-sampling = Model’s answer
requests-form = Form
requests-url = Web page
requests-held = Access outside
requests-command-new = New command
requests-command-changed = Changed command
requests-review-changed = Review { $count } changed commands together…
requests-place = An app’s folder
requests-call = Tool call
requests-destination = Connection
requests-sending = More to send
requests-sending-about = { $size } sent today
requests-of-app = { $app }: { $what }
requests-told-again = Told to try again
requests-in-app = used by { $app }
requests-in-app-at = used by { $app } in { $folder }
requests-during = during { $what }
requests-answering = The model is writing…
requests-review = Ready for review
requests-failed = Failed
requests-over = This request is over
requests-over-hint = It was answered or withdrawn. There is nothing left to do.
requests-deny-more = More ways to say no
requests-deny-mute = Deny, and block requests of { $server }
command-new-title = Start { $server } for the first time?
introduce-title = Start { $count } servers for the first time?
introduce-changed-title = Trust the commands of { $count } servers?
introduce-tick = Start { $server }
introduce-folders = Folders it names
introduce-again = Grant again what it had
introduce-agree = { $count ->
    [one] Trust, grant { $count } folder and start
   *[other] Trust, grant { $count } folders and start
}
command-uses-already = Can already use
command-connects-already = Can already connect to
command-may-connect = Will be allowed to connect to
command-may-connect-hint = It needs these to start. They are allowed along with it; you can take each back on the server’s page.
command-changed-title = The command of { $server } changed
held-title-read = { $server } wants to read outside its folders
held-title-write = { $server } wants to write outside its folders
held-wait = Waits { $seconds } s more
held-over = No longer waiting. Your answer applies the next time it tries.
held-lead = The call is held until you answer. Choose Allow… to see the folder first; that grants nothing yet.
held-lead-no-offer = The call is held until you answer. There is no suitable folder to grant, so you can only deny it.
held-allow = Allow…
held-deny-run = Deny, and do not ask again while { $server } runs
place-title = { $app } is working in { $folder }. Let { $server } use it?
place-lead = The app doesn’t wait. “Choose access…” shows the folder first, and grants nothing yet. If you say no, you won’t be asked again.
place-no = No
place-choose = Choose access…
asked-destination-title = { $server } wants to connect to { $destination }
asked-destination-app = for { $app }
asked-destination-times = { $count ->
    [one] tried once
   *[other] tried { $count } times
}
asked-destination-during = { $count ->
    [one] during a call of { $tools }
   *[other] during calls of { $tools }
}
asked-destination-no-call = while no tool was called
asked-destination-no-folders = It has access to none of your folders.
asked-destination-others = { $count ->
    [one] It also wants to connect somewhere else. Choose it to answer here:
   *[other] It also wants to connect to { $count } other destinations. Choose one to answer here:
}
asked-destination-lead = The connection waits a few seconds at most, then is refused. Your answer also applies to its next try.
asked-destination-private = This name is on a private network, at { $addresses }. If you allow it, the server may connect there by the name and by the address.
asked-destination-run = Allow for this run…
asked-destination-hour = Allow for 1 hour…
asked-destination-always = Always allow…
asked-destination-never = Never allow
asked-destination-not-now = Not now
destinations-unasked = { $count ->
    [one] One more connection was refused without asking you, because too many destinations already wait for your answer.
   *[other] { $count } more connections were refused without asking you, because too many destinations already wait for your answer.
}
asked-sending-title = { $server } has reached today’s sending limit ({ $size })
asked-sending-lead = It has more to send and waits. Its connections stay open until you answer or the day ends.
asked-sending-more = Let it send another { $size }…
asked-sending-unlimited = No limit today…
asked-sending-stop = Stop sending today
held-call-lead = The call waits for your answer. If it takes too long, the app is told to try again.
held-call-review = Review…
held-call-deny-always = Deny, and switch { $tool } of { $server } off for { $app }

sampling-title = { $server } asks for a model’s answer
sampling-system = Instructions
sampling-system-add = Add instructions
sampling-role-user = User
sampling-role-assistant = Assistant
sampling-text-of = { $role }, message { $number }
sampling-edit-label = Edit: { $what }
sampling-edit-done = Done
sampling-edit-done-label = Done editing: { $what }
sampling-edit-undo = Undo
sampling-edit-undo-label = Undo the changes: { $what }
sampling-edited = Edited by you
sampling-model = Model
sampling-model-none = No model yet
sampling-by-hand = Answer by hand
sampling-by-hand-hint = No model is asked. What you write goes to the server as the answer.
sampling-chosen-by-hint = Chosen because the server asked for { $hint }.
sampling-stays = Stays on this computer: { $provider }.
sampling-leaves = Leaves this computer: everything above goes to { $provider }, { $address }.
sampling-no-models = No model is set up. The request waits until you set one up, or answer by hand.
sampling-models-unknown = The providers you set up have not named any models yet. Check them in Settings, or answer by hand. The request waits.
sampling-set-up = Open Settings
sampling-max-tokens = Token limit
sampling-temperature = Temperature
sampling-temperature-own = the model’s own
sampling-bad-tokens = A whole number from 1 to { $most }: the server asked for no more.
sampling-bad-temperature = A number from 0 to 2.
sampling-wishes = The server’s preferences
sampling-hints = Preferred models
sampling-wish-cost = Low cost { $weight }
sampling-wish-speed = Speed { $weight }
sampling-wish-intelligence = Ability { $weight }
sampling-weight-little = matters little to it
sampling-weight-some = matters to it
sampling-weight-much = matters a lot to it
sampling-stops-at = Stops at
sampling-context-this = It asks to include context of its own conversation. Nothing is added.
sampling-context-all = It asks to include context of all servers. Nothing is added.
sampling-tools = { $count ->
    [one] { $count } tool the model may ask for
   *[other] { $count } tools the model may ask for
}
sampling-tools-hint = The model may answer by asking for one of them. The server decides what becomes of that; nothing is called here.
sampling-tools-required = The server wants the model to ask for one of them. Nothing is called here.
sampling-allow-next = Also let the next { $count } through
sampling-allow-next-hint = The next requests of this server are sent and their answers delivered without asking you, within its limits.
sampling-send = Send
sampling-deny = Deny
sampling-stop = Stop
sampling-sent = What was sent
sampling-answer = Answer
sampling-answer-of = Answer of { $model }
sampling-stop-sequence = It stopped where the server asked it to.
sampling-stop-tokens = It was cut off at the token limit.
sampling-stop-tool = It asks for a tool.
sampling-tokens-used = { $in } tokens sent, { $out } received
sampling-write-instead = Write an answer instead
sampling-send-again = Send again
sampling-deliver = Deliver
sampling-keys-send = Ctrl+Enter sends, Esc leaves it waiting.
sampling-keys-deliver = Ctrl+Enter delivers, Esc leaves it waiting.

asking-title = Requests that servers may make
asking-lead = How often each may ask for a model’s answer, and how many tokens it may use. Anything beyond that is refused and shown under Missed.
asking-used = { $requests } of { $requestsLimit } this hour · { $tokens } of { $tokensLimit } tokens today
asking-change = Change
asking-change-label = Change the limits of { $server }
asking-limits = Limits of { $server }
asking-requests = Requests an hour
asking-tokens = Tokens a day
asking-save = Save
asking-bad-limit = Enter whole numbers. 0 refuses everything.
asking-muted = Its requests are blocked: what it asks is refused and shown under Missed.
asking-mute = Block requests
asking-mute-label = Block requests of { $server }
asking-listen = Unblock requests
asking-listen-label = Unblock requests of { $server }
asking-allowed-next = { $count ->
    [one] The next request passes without asking.
   *[other] The next { $count } requests pass without asking.
}
asking-ask-again = Ask me again
asking-ask-again-label = Ask me again about requests of { $server }

form-title = { $server } asks you for details
form-no-secrets = Never give passwords, keys or card numbers in a form like this. Servers must not ask for them this way.
form-required = required
form-choose = Choose…
form-no-answer = No answer
form-submit = Submit
form-decline = Decline
form-keys = Ctrl+Enter submits, Esc leaves it waiting.
form-problems = { $count ->
    [one] { $count } answer needs another look. Nothing was sent.
   *[other] { $count } answers need another look. Nothing was sent.
}
form-format-email = an e-mail address
form-format-uri = a whole address, such as https://example.com
form-format-date = a date, such as 2026-05-04
form-format-date-time = a date and time, such as 2026-05-04T10:00:00Z
form-format-uuid = a UUID, such as 123e4567-e89b-12d3-a456-426614174000
form-hint-pattern = It has to match { $pattern }
form-hint-length-between = { $min } to { $max } characters
form-hint-length-least = { $min ->
    [one] At least { $min } character
   *[other] At least { $min } characters
}
form-hint-length-most = { $max ->
    [one] At most { $max } character
   *[other] At most { $max } characters
}
form-hint-range-between = { $min } to { $max }
form-hint-range-least = { $min } or more
form-hint-range-most = { $max } or less
form-hint-choices-between = Choose { $min } to { $max }
form-hint-choices-least = Choose at least { $min }
form-hint-choices-most = Choose at most { $max }
form-problem-missing = Required.
form-problem-too-short = { $min ->
    [one] Too short: at least { $min } character.
   *[other] Too short: at least { $min } characters.
}
form-problem-too-long = { $max ->
    [one] Too long: at most { $max } character.
   *[other] Too long: at most { $max } characters.
}
form-problem-pattern = This does not match { $pattern }
form-problem-format = This has to be { $format }.
form-problem-not-a-number = Not a number.
form-problem-not-an-integer = Not a whole number.
form-problem-too-small = Too small: { $min } or more.
form-problem-too-big = Too large: { $max } or less.
form-problem-not-above = More than { $above }.
form-problem-not-below = Less than { $below }.
form-problem-no-multiple = A multiple of { $step }.
form-problem-not-an-option = Not one of the options.
form-problem-twice-the-same = The same answer is there twice.
form-problem-too-few = Choose at least { $min }.
form-problem-too-many = Choose at most { $max }.
form-problem-too-few-items = { $min ->
    [one] At least { $min } item.
   *[other] At least { $min } items.
}
form-problem-too-many-items = { $max ->
    [one] At most { $max } item.
   *[other] At most { $max } items.
}
form-problem-unknown = The server’s form does not take this.

url-title = { $server } asks you to open a web page
url-address = Address
url-domain = The site is { $domain }.
url-reads = Displays as { $domain }.
url-warnings = Warnings about the address
url-hint = Nothing was fetched from it. Your browser opens it only if you say so, and the server is told that you agreed.
url-open = Open in my browser
url-keys = Ctrl+Enter opens it, Esc leaves it waiting.
url-warning-punycode = The site’s name is written with letters beyond the plain English ones, and may be made to look like another one: { $domain }.
url-warning-mixed-scripts = The site’s name mixes alphabets. That is how names are made to look like others.
url-warning-not-https = The connection is not encrypted: others on the network may read and change what you see and type.
url-warning-address = It leads to a bare network address and not to a named site.
url-warning-credentials = A name or password is written in the address. What stands before the @ is not the site.
url-warning-port = It uses an unusual port.
url-warning-unknown = There is a warning about this address that this version has no words for: { $code }.

missed-list = Missed requests
missed-none = Nothing was missed.
missed-cancelled = The server withdrew it before you answered.
missed-call-ended = The call that asked this ended.
missed-server-ended = The server stopped.
missed-too-often = The server had reached its limit of requests per hour.
missed-over-budget = The server would have exceeded its limit of tokens per day.
missed-muted = You blocked requests of this server.
missed-no-stand-in = Paddock isn’t set to ask you in place of this app.
missed-lapsed = You did not answer in time, so the app was told to try again.
missed-lapsed-access = You did not answer in time, so access was denied.
missed-again = { $count ->
    [one] It asked once more after that.
   *[other] It asked { $count } times more after that.
}
missed-allow-next = Allow next time
missed-allow-hint = The next request of this server is sent and delivered without asking you, within its limits.
missed-allow-label = Allow next time: { $server }
missed-allowed-next = The next request of { $server } passes without asking.
missed-dismiss-label = Dismiss the missed request of { $server }

## Activity

activity-title = Activity
activity-lead = What was granted, told, called and revoked.
activity-find = Find in paths, servers, apps and details
activity-server = Server
activity-all-servers = Every server
activity-which-app = App
activity-all-apps = Every app
activity-tool = Tool
activity-all-tools = Every tool
activity-outcome = Result
activity-outcome-all = Every result
activity-span = Time
activity-span-all = Any time
activity-span-hour = Last hour
activity-span-today = Today
activity-span-week = Last 7 days
activity-span-month = Last 30 days
activity-kind = Show
activity-all = Everything
activity-group-access = Access
activity-group-servers = Servers
activity-group-folders = Folders
activity-group-calls = Tool calls
activity-group-requests = Requests and models
activity-group-apps = Apps
activity-group-network = Network
activity-group-app = Paddock
activity-export = Export JSONL
activity-export-more = More ways to export
activity-export-csv = Export CSV
activity-delete = Delete activity…
activity-day-today = Today, { $day }
activity-day-yesterday = Yesterday, { $day }
activity-exported = Written to { $path }
activity-older = Show older
activity-empty = Nothing has happened yet.
activity-empty-filter = No matches.
activity-clear-filter = Clear the filter
activity-table = Activity records
activity-when = When
activity-what = What
activity-where = Server
activity-details = Details
activity-told-none = No folders
activity-arguments = Arguments
activity-person = You
activity-app = Paddock
activity-by-server = Server
activity-by-app = App
activity-by-app-named = App { $app }
activity-for-app = for { $app }
activity-done = Done
activity-failed = Failed
activity-blocked = Blocked

## What happened, one line a kind

activity-granted = Access granted
activity-revoked = Access revoked
activity-expired = Access expired
activity-run-ended = Access ended with the server
activity-access-changed = Access changed
activity-lifetime-changed = Duration changed
activity-server-added = Server added
activity-server-edited = Server edited
activity-server-removed = Server removed
activity-server-trusted = Command trusted
activity-trust-withdrawn = Trust in the command withdrawn
activity-server-started = Server started
activity-server-stopped = Server stopped
activity-server-failed = Server failed
activity-session-began = App connected
activity-session-ended = App disconnected
activity-scope-changed = Folders for apps changed
activity-tool-rule-changed = Rule for a tool changed
activity-tools-accepted = Changed tools accepted
activity-call-allowed = Call allowed
activity-call-denied = Call not allowed
activity-call-lapsed = Call not answered in time
activity-destination-allowed = Destination allowed
activity-destination-denied = Destination denied
activity-destination-revoked = Decision about a destination taken back
activity-destination-expired = Destination expired
activity-destination-run-ended = Destination ended with the server
activity-connected = Connected
activity-connection-refused = Connection refused
activity-connection-cut = Connection cut
activity-roots-told = Told of its folders
activity-folder-gone = Folder went missing
activity-folder-back = Folder is back
activity-folder-replaced = Folder was replaced
activity-tool-called = Tool called
activity-resource-read = Resource read
activity-prompt-filled = Prompt filled in
activity-grant-failed = Grant failed
activity-attempt-denied = Access beyond its grants was denied
activity-confinement-changed = Protection changed
activity-lifecycle-changed = Starting and stopping changed
activity-limits-changed = Limits changed
activity-sending-held = Sending limit reached
activity-sending-allowed = More sending allowed today
activity-sending-stopped = Sending stopped for today
activity-stand-in-changed = Asking in place of an app switched on or off
activity-asking-changed = Request limits changed
activity-provider-added = Provider added
activity-provider-edited = Provider edited
activity-provider-allowed = Provider allowed
activity-provider-removed = Provider removed
activity-proven = Protection proven
activity-proof-failed = Protection did not hold
activity-activity-deleted = Activity deleted
activity-retention-changed = Activity retention changed
activity-sampling-sent = Request sent to a model
activity-sampling-delivered = Answer delivered
activity-sampling-denied = Request for a model denied
activity-sampling-automatic = Answered without asking
activity-elicitation-answered = Form answered
activity-elicitation-declined = Question declined
activity-url-visited = Address visited
activity-request-missed = Request missed
activity-paused = Servers paused
activity-resumed = Servers resumed
activity-app-paused = App paused
activity-app-resumed = App resumed
activity-session-narrowed = Folder removed from one session
activity-started = Paddock started
activity-fact-for-this-run = while the server runs
activity-fact-for-a-time = for a time
activity-fact-always = until you revoke it
activity-fact-every-destination = all destinations
activity-fact-any-bytes-a-day = no daily limit on sending
activity-fact-bytes-a-day = at most { $size } sent a day
activity-fact-bytes-today = { $size } today
activity-fact-no-limit-today = no limit today
activity-fact-nothing-more-today = nothing more today
activity-fact-processes = { $number ->
    [one] 1 process
   *[other] { $number } processes
}
activity-fact-any-memory = no memory limit
activity-fact-memory = { $number } MiB of memory
activity-fact-restarts-on-failure = restarts on failure
activity-fact-never-restarts = never restarts
activity-fact-always-restarts = always restarts
activity-fact-pinged = { $number ->
    [one] pinged every second
   *[other] pinged every { $number } seconds
}
activity-fact-on-demand = starts on demand
activity-fact-stops-when-idle = { $number ->
    [one] stops after 1 idle minute
   *[other] stops after { $number } idle minutes
}
activity-fact-requests-an-hour = { $number ->
    [one] 1 request an hour
   *[other] { $number } requests an hour
}
activity-fact-tokens-a-day = { $number ->
    [one] 1 token a day
   *[other] { $number } tokens a day
}
activity-fact-muted = muted
activity-fact-all-folders = all folders
activity-fact-where-the-app-works = only where the app works
activity-fact-all-revoked = all access was revoked
activity-fact-open = { $number } open
activity-fact-blocked = { $number } blocked
activity-fact-days = { $number ->
    [one] kept for 1 day
   *[other] kept for { $number } days
}
activity-fact-megabytes = at most { $number } MB
activity-fact-with-paths = with paths
activity-fact-without-paths = without paths
activity-fact-with-arguments = with arguments
activity-fact-without-arguments = without arguments
activity-fact-by-hand = answered by hand
activity-fact-rule-allowed = { $name }: allowed
activity-fact-rule-ask = { $name }: ask first
activity-fact-rule-off = { $name }: off
activity-fact-no-rule = { $name }: no rule of its own
activity-fact-for-app = for { $name }
activity-fact-asked-in-its-place = you are asked in place of { $name }
activity-fact-not-asked-in-its-place = you are not asked in place of { $name }
activity-fact-changed-tools-wait = calls of changed tools wait
activity-fact-changed-tools-not-held = calls of changed tools do not wait
activity-fact-enforced = enforced
activity-fact-not-enforced = not enforced
activity-fact-network-off = network off
activity-fact-network-asks = network asks first
activity-fact-network-open = network open
activity-fact-asks-first = waits for you when it first reaches outside
activity-fact-leaks = reached { $name }
activity-fact-taken-back = the server took it back
activity-fact-call-ended = its call ended
activity-fact-server-ended = the server ended
activity-fact-too-often = it asked too often
activity-fact-over-budget = its budget was used up
activity-fact-no-stand-in = Paddock isn’t set to ask you in place of its app
activity-fact-tokens = { $number ->
    [one] 1 token
   *[other] { $number } tokens
}

## Settings

settings-title = Settings
settings-window = Window
settings-start-at-login = Start Paddock when I log in
settings-start-hint = Servers start too, in the background.
settings-close-to-tray = Keep running in the tray when the window closes
settings-close-hint = Your servers go on running. Quit from the tray or below.
settings-no-tray = This desktop has no tray, so closing the window quits Paddock.
settings-theme = Appearance
settings-theme-system = Same as my computer
settings-theme-light = Light
settings-theme-dark = Dark
settings-notify = Notifications
settings-notify-hint = You are always told when a boundary did not hold, or when another program asks for your consent.
settings-notify-all = All
settings-notify-requests = Only requests
settings-notify-none = None
settings-lifetime = Usual duration of a grant
settings-lifetime-hint = Preselected when you are asked. You are still asked every time.
settings-at-quit = When Paddock quits
settings-at-quit-ask = Ask me
settings-at-quit-stop = Stop all servers
settings-at-quit-keep = Keep servers running
settings-keep-hint = Servers that keep running can still be used by your AI apps. Open Paddock again to see or stop them.
settings-consent = Consent
settings-terminal-consent = Allow consent at a terminal
settings-terminal-hint = Otherwise only Paddock’s own window can widen what servers may do. Turning this on needs your consent.
settings-secrets = Secrets
settings-activity = Activity
settings-keep-days = Keep it for
settings-keep-days-value = { $days ->
    [one] { $days } day
   *[other] { $days } days
}
settings-keep-size = Keep at most
settings-keep-size-value = { $megabytes } MB
settings-keep-paths = Write down paths that calls name
settings-keep-paths-hint = Only those inside granted folders.
settings-keep-arguments = Write down what tools are called with
settings-keep-arguments-hint = The arguments of every call, without known secrets, cut off after 4,000 bytes. They can hold the content of files.
settings-activity-hint = The oldest records go first. Keeping less, and deleting, waits for your consent.
settings-keyring-only = Start servers only with secrets from the keyring
settings-keyring-only-hint = Otherwise secrets that the keyring does not take are kept in Paddock’s own file, which only your account may read (mode 0600).
settings-secrets-in-file =
    { $count ->
        [one] One secret is in Paddock’s own file, and not in the keyring.
       *[other] { $count } secrets are in Paddock’s own file, and not in the keyring.
    }
settings-secrets-try = Move to the keyring
settings-quit-title = Quit
settings-quit = Quit Paddock
settings-quit-asks = Keep servers running to let your AI apps go on using them. Access is kept either way.
settings-quit-hint = Every server stops. Access that lasts until you revoke it is kept.
settings-quit-keeps = The window and tray icon close. Servers keep running with their access.
about-title = About
about-version = Paddock { $version }
about-licence = Free software under the MIT licence or the Apache licence 2.0, as you choose. It comes without any warranty.
about-others = The libraries it is built with have licences of their own.
about-libraries = Licences of libraries
settings-language = Language
settings-language-label = Language of Paddock
settings-language-account = Same as my computer ({ $language })
language-de = Deutsch
language-en = English
language-ko = 한국어
language-zh-cn = 简体中文
settings-keys = Keyboard
settings-keys-show = Show shortcuts

keys-title = Keyboard shortcuts
keys-screens = Access, Servers, Apps, Requests, Activity, Settings
keys-add = Add a folder
keys-find = Find on this screen
keys-zoom = Larger, smaller, usual size
keys-help = This list
keys-allow = Allow, send or submit, in the question being read
keys-later = Leave a question waiting, close a panel
keys-grid = Move in the grid
keys-stage = Read only, or ask to write, in the grid
keys-revoke = Revoke in the grid
key-control = Ctrl
key-enter = Enter
key-delete = Delete

## Models: where the answers that servers ask for come from

models-title = Models
models-lead = Servers can ask for a model’s answer. You choose which models there are, and see every request before it is sent.
models-none = No model is set up. Requests for a model’s answer wait until there is one, or you answer them by hand.
models-list = Providers
models-add = Add provider
models-title-add = Add a provider
models-preset = Start with
models-preset-own = Something else
models-local = On this computer
models-remote = Leaves this computer
models-leaves = The texts, pictures and sounds of every request you send go to this address, and nowhere else.
models-count = { $count ->
    [0] No models
    [one] { $count } model
   *[other] { $count } models
}
models-unknown = Models not loaded yet
models-asking = Loading its models…
models-not-allowed = Not used: you have not allowed its address
models-allow = Allow…
models-allow-label = Allow { $provider }…
models-key-none = No key
models-key-kept = Key in the keyring
models-key-until-quit = Key kept until you quit
models-preferred-is = prefers { $model }
models-check = Check
models-check-label = Check { $provider }
models-edit = Edit
models-edit-label = Edit { $provider }
models-remove = Remove
models-remove-label = Remove { $provider }
models-remove-ask = Remove { $provider } and forget its key?
models-remove-keep = Keep it
models-name = Name
models-api = API
models-api-open-ai = OpenAI and compatible
models-api-anthropic = Anthropic
models-url = Address
models-url-hint = The base address, such as http://127.0.0.1:11434/v1.
models-key = Key
models-key-new-hint = Optional. It is put in the keyring of your desktop, or else kept until you quit. It is never shown again.
models-key-edit-hint = Leave empty to keep it. It is never shown.
models-key-again-hint = The address has changed, so the key is not kept for it. Type it again, or remove it.
models-key-remove = Remove the key
models-preferred = Preferred model
models-preferred-none = None: use the first that fits
models-preferred-hint = Used when a server names no model that is available.
models-save = Save
models-add-save = Add

## What is enforced on this computer

system-title = What is enforced on this computer
system-unknown = Finding out what this computer can enforce…
system-way = Method
system-here = On this computer
tier-live = Folders come and go while a server runs.
tier-restarts = A change restarts the server.
tier-works = Works
tier-best = in use
tier-fails = Does not work
tier-lacks = Missing: { $what }
system-held-end = When a folder is revoked, a server that has it open loses it at once.
system-held-stay = When a folder is revoked, a server that has it open keeps it until the server restarts.
system-network = The network can be switched off for one server.
system-no-network = The network cannot be switched off for one server.
system-destinations = A server can be held to the destinations that you allow.
system-no-destinations = A server cannot be held to single destinations: where you are to be asked first, its network is off.
system-sockets-kept = Sockets that other programs offer without a path, such as X11 and D-Bus, are out of reach.
system-sockets-open = While a server’s network is on, it can reach sockets that other programs offer without a path, such as X11 and D-Bus. By these it may get at anything of yours. Switch its network off, or use Linux 6.12 or later.
system-processes = How many processes and threads a server may have is limited, as its settings say: with live mounts, or where the system gives Paddock a control group. When memory runs out, the system ends servers before your other programs.
system-no-processes = How many processes a server starts is not limited. When memory runs out, the system ends servers before your other programs.
system-memory-together = The memory limit of a server counts all its processes together, by a control group (cgroup).
system-memory-each = The memory limit of a server holds for each of its processes by itself.
system-attempts = What servers try can be seen and, where folders come and go live, held until you answer.
system-no-attempts = What servers try cannot be seen.
system-proxy = Servers set to Ask first reach public destinations through your proxy, { $address }.
system-proxy-unusable = Your proxy cannot be used: Paddock can use HTTP and SOCKS 5 proxies. Until HTTPS_PROXY or ALL_PROXY names one of these, servers set to Ask first reach nothing public.

facility-user-namespace = namespaces that an ordinary account may make. The system’s administrator can allow them.
facility-mount-namespace = mount namespaces. They are part of the kernel.
facility-pid-namespace = process namespaces. They are part of the kernel.
facility-network-namespace = network namespaces. They are part of the kernel.
facility-mount = mounting inside a namespace. Something on this system forbids it, such as AppArmor or a container.
facility-landlock = Landlock in this kernel. It comes with Linux 5.13 and can be switched on when the computer starts.
facility-seccomp = seccomp filters in this kernel.
facility-system = support for this system in this version of Paddock.

## What was tried when a boundary was proven

passages-title = The network
passage-ipv4 = Connect to an address on the internet
passage-ipv6 = Connect to an IPv6 address on the internet
passage-closed-port = Connect at a port where nothing is allowed
passage-datagram = Send past TCP, as UDP does
passage-question = Ask for the address of a name
passage-interface = Use another network device
passage-allowed-name = Find a name that is allowed
passage-other-name = Find a name that is not allowed
arrival-paddock = Comes to Paddock, which decides
arrival-nowhere = Goes nowhere
arrival-elsewhere = It may leave this computer
arrival-answered = Found
arrival-no-name = There is no such name
arrival-none = There is none
prove-inside-read = Read in a granted folder
prove-inside-write = Write in a granted folder
prove-read-only-write = Write in a read-only folder
prove-guarded-write = Write what other programs run
prove-outside = Read outside its folders
prove-sibling = List what is next to a folder
prove-link-out = Follow a link that leads outside
prove-kept-out = Reach private data, yours or Paddock’s
prove-after-revoke = Read a folder after it was revoked

## Tray

tray-status-active = { $grants ->
    [one] { $grants } grant
   *[other] { $grants } grants
}, { $servers ->
    [one] { $servers } server running
   *[other] { $servers } servers running
}
tray-status-unenforced = { $grants ->
    [0] No folder access
    [one] { $grants } grant
   *[other] { $grants } grants
}, { $servers ->
    [one] { $servers } server not enforced
   *[other] { $servers } servers not enforced
}
tray-unenforced = { $server } → everything that you can read, not enforced
tray-stop = Stop
tray-apps = Apps ({ $count })
tray-destinations = Destinations ({ $count })
tray-destination = { $lifetime ->
    [until] { $destination } → { $server }, until { $time }
   *[open] { $destination } → { $server }
}
tray-session = { $place ->
    [folder] { $kept ->
        [no] { $app } → { $server }, { $folder }, not enforced
       *[yes] { $app } → { $server }, { $folder }
    }
   *[nowhere] { $kept ->
        [no] { $app } → { $server }, not enforced
       *[yes] { $app } → { $server }
    }
}
tray-session-take = Remove { $folder }, { tray-access }
tray-session-end = End
tray-status-paused = All servers are paused
tray-none = No folder access
tray-grant = { $lifetime ->
    [until] { $folder } → { $server }, { tray-access }, until { $time }
   *[open] { $folder } → { $server }, { tray-access }
}
tray-access = { $access ->
    [read] read
    [write-guarded] write, but not what runs
    [write-commits] write and commit
   *[read-write] write everything
}
tray-extend-hour = Extend to 1 hour from now…
tray-make-read-only = Make read-only
tray-revoke = Revoke
tray-revoke-all = Revoke all access
tray-revoke-all-connects = Revoke all access, and { $count ->
    [one] { $count } destination
   *[other] { $count } destinations
}
tray-pause = Pause all servers
tray-pause-15 = For 15 minutes
tray-pause-until-resumed = Until I resume
tray-resume = Resume servers…
tray-resume-app = Resume { $app }…
tray-open = Open Paddock
tray-quit = Quit and stop all servers
tray-quit-keep = Quit, and keep servers running
tray-quit-only = Quit
tray-status-no-host = Paddock’s background service stopped
tray-try-again = Try again
tray-consents = { $count ->
    [one] 1 consent waits for you…
   *[other] { $count } consents wait for you…
}
tray-requests = { $count ->
    [one] { $count } request waits for you…
   *[other] { $count } requests wait for you…
}
tray-more = { $count } more…

## Dialogs of the desktop: what they are called

dialog-folder = Choose a folder to grant
dialog-workspace = Choose a workspace file to grant its folders
dialog-workspace-files = Workspace files
dialog-server = Choose a bundle or a server.json to add
dialog-path-folder = Choose a folder for the server
dialog-path-file = Choose a file for the server
dialog-activity = Export activity

## Notifications: no full paths and no secrets in them

notify-expiring = { $server }’s access to { $folder } ends in 5 minutes.
notify-ended = { $server }’s access to { $folder } has ended.
notify-server-failed = { $server } failed and is stopped.
notify-command-changed = The command of { $server } changed. It stays stopped until you trust it.
notify-asks = { $server } wants to use { $folder } and waits for your answer.
notify-requests = { $count ->
    [one] { $server } asks you something and waits for your answer.
   *[other] { $server } asks you { $count } things and waits for your answers.
}
notify-consent = { $program } asks for more access. Paddock waits for your consent.
notify-requests-of-app = { $count ->
    [one] { $server }, which { $app } uses, asks you something and waits for your answer.
   *[other] { $server }, which { $app } uses, asks you { $count } things and waits for your answers.
}
notify-call-waits = { $app } wants to call { $tool } of { $server } and waits for your answer.
notify-sending = { $server } has reached today’s sending limit ({ $size }), and waits for your answer.
notify-destination = { $server } wants to connect to { $destination } and waits for your answer.
notify-place = { $app } is working in { $folder }, which { $server } may not use. Decide in Paddock.
notify-host-lost = Paddock’s background service stopped, and with it all servers.
notify-open = Open
notify-revoke = Revoke
notify-deny = Deny
notify-leaked = The boundary of { $server } did not hold. The server was stopped.
notify-folder-gone = { $folder } is missing. Access to it is suspended.
notify-folder-back = { $folder } is back. Access to it goes on.
notify-folder-replaced = A different folder is in the place of { $folder } now. Access to it is suspended.

## Warnings about a picked folder

warning-contains-own-data = Paddock keeps its own data in here, so a server that is enforced is not let in. Grant the folders inside that it needs instead. A server that is not enforced could change what you granted.
warning-own-data = Paddock keeps its own data here, so no server may have it.
warning-root-of-disk = This is the root of the whole disk: every file of every account.
warning-home = This is your home folder: keys, mail, browser data and everything else you have.
warning-whole-drive = This is a whole drive.
warning-secrets-folder = { $subject } is where keys and passwords are kept.
warning-cloud-credentials = { $subject } holds the credentials of your cloud accounts.
warning-browser-profile = A browser keeps its passwords, cookies and history here.
warning-client-config = { $subject } is the configuration of an AI client. Whoever can write to it decides what that client runs.
warning-on-path = Programs are run from this folder. Whoever can write to it decides what runs on this computer.
warning-network-share = This folder is on a network share. Others may see and change it too.
warning-synced-folder = { $subject } keeps this folder in sync. Changes reach your other devices and the cloud.
warning-git-hooks = This is a Git repository. With write access a server can add hooks, which run commands at your next commit.
warning-not-all-guarded = This folder is too large to look through. A script deep inside that a hook or a Git setting runs may not be protected.
warning-all-guarded = Your tools run what is in this folder, so with this access the server can read it and write nothing. To let it write here, choose “Write everything”.
warning-likely-secrets = Likely secrets inside: { $subject }.
warning-large = This folder is large: at least { $subject } files and folders lie directly in it.
warning-inside-granted = It lies inside { $subject }, which is granted already.
warning-inside-program = It is part of the program of { $subject }. A server that may write here decides what that one does.
warning-holds-program = It holds the program of { $subject }. Servers that may write here cannot change that program.
warning-contains-granted = It contains { $subject }, which is granted already.
warning-same-folder = The same folder is granted already, as { $subject }.
warning-symlink = It was picked through a symbolic link. The folder shown is the one that is granted.

warning-unknown = There is a warning about this folder that this version has no words for: { $code }.

## Errors: what happened, what it means, what to do

hint-node = node, npm and npx come with Node.js. Install it from nodejs.org, or with the package manager of your system.
hint-uv = uvx comes with uv. Install it as docs.astral.sh/uv describes.
hint-python = On many systems, Python is called python3 and not python. Use the name that yours has, or install Python from python.org or with the package manager of your system.
hint-docker = docker comes with Docker. Install it as docs.docker.com describes.
hint-podman = podman comes with Podman. Install it as podman.io describes, or with the package manager of your system.
hint-bun = bunx comes with Bun. Install it as bun.com describes.
hint-deno = deno comes with Deno. Install it as deno.com describes.
hint-java = java comes with a Java runtime such as OpenJDK. Install one from adoptium.net, or with the package manager of your system.
hint-version-manager = A version manager such as pyenv, asdf, nvm or mise seems to have no version of the program to run. Install and set one with it, or give the program’s absolute path.
hint-arguments = It seems not to accept its arguments. Check them.
hint-browser-sandbox = A browser seems to want a sandbox of its own, which it cannot make in here. Have the server start it with --no-sandbox: Paddock’s own sandbox confines it anyway.
hint-browser-landlock = A browser seems unable to start here: Chromium needs Unix sockets, and a server that only Landlock confines can make none.

error-storage-failed = The change could not be saved: { $reason }. It was not made. Try again, and check the disk if it keeps happening.
error-storage-full = The disk is full, so the change was not made. Free some space and try again.
error-storage-read-only = Paddock’s data folder is read-only, so the change was not made. Make the folder writable and try again.
error-storage-busy = Another Paddock is using the data, so the change was not made. Close the other one and try again.
error-storage-hangs = The disk with Paddock’s data does not answer, so the change was not made. Check the disk and try again.
error-overtaken = A later change undid this. Try again if you still want it.
error-storage-damaged = Paddock’s data was damaged and could not be read. It was kept aside as { $kept } and Paddock started with no access granted. Grant again what you need.
error-storage-newer = The data was written by a newer Paddock, and this one does not touch it. Install the newer version.
error-revoke-not-saved = This could not be saved: what you took back or paused may return after a restart. Free the disk or make the data folder writable, then do it again.
error-program-not-found = The program { $program } was not found, so the server cannot start. Looked in: { $looked }. Install it, or give its absolute path.
error-program-not-executable = { $path } is not allowed to run, so the server cannot start. Make the file executable or choose another program.
error-bad-cwd = The server cannot start in { $cwd }: it is not a folder that can be opened. Change where it starts.
error-server-exited = The server stopped with code { $code }. Check its command and arguments, then start it again. Last output: { $stderr }
error-server-exits-at-start = The server stopped twice right after starting, with code { $code }, so Paddock no longer restarts it. Check its command, then start it. Last output: { $stderr }
error-server-killed = The server was ended by { $signal }. The system or another program did this. See its log, then start it again.
error-server-killed-at-start = The server was ended by { $signal } twice right after starting, so Paddock no longer restarts it. See its log, then start it again.
error-server-out-of-memory = The server used more than { $limit } of memory, which is its limit, so the system ended it. Raise the limit in its settings if it needs more, then start it again.
error-server-short-of-memory = The server stopped. It may have run out of memory: each process is limited to { $limit }. Raise the limit in its settings if it needs more, then start it again. Last output: { $stderr }
error-crash-loop = The server ended { $count } times within { $seconds } seconds, so it is no longer restarted. See its log, then start it again.
error-initialize-timeout = The server did not answer in time after its start, so it was stopped. See its log, then start it again.
error-unsupported-revision = The server speaks MCP revision { $revision }, which Paddock does not. It was stopped. Update the server or Paddock.
error-protocol = The server broke the rules of MCP: { $reason }. The connection was closed. Restart the server, and report it to its makers if it keeps happening.
error-call-failed = The call failed: { $reason }. Check the arguments and try again.
error-call-timeout = The tool did not answer in time, so the call was cancelled. Try again, or restart the server.
error-call-cancelled = The call was cancelled.
error-server-not-running = The server is not running, so nothing was asked of it. Start it and try again.
error-call-cut = The server ended or was restarted before it answered. It is not known whether the call took effect. Look before you call again.
error-no-such-server = Paddock has no server called { $name }. Check the name in the app’s configuration against the list in Paddock.
error-session-ends = The app’s standard input and output cannot be used: { $reason }. No server was started for it. Start this program with pipes, as AI apps do.
error-session-ended = The session with the server was ended in Paddock. Start it again in the app if you need it.
error-session-unlike = The server was started again and now speaks another version of the protocol, so the session was ended. Restart it in the app.
error-unknown-server = That server is no longer there. It was removed in the meantime.
error-unknown-session = That app’s session is over already, so there was nothing to end.
error-unknown-grant = That access is no longer there. It ended in the meantime.
error-bad-destination = { $reason ->
    [empty] Nowhere was named, so nothing was changed. Write a name such as api.example.com.
    [too-long] This name is too long to be one on the internet, so nothing was changed. Write a shorter one.
    [characters] A name has letters, digits, hyphens and dots, so nothing was changed. Correct it.
    [odd-address] This is an address written in an unusual way, so nothing was changed. Write it like 192.0.2.7.
    [page] This is the address of a page, so nothing was changed. Write only the name in it, such as api.example.com.
    [port] The port is not a number from 1 to 65535, so nothing was changed. Correct it, or leave it out for 80 and 443.
    [no-port] A program on this computer has a port, so nothing was changed. Write it like localhost:5432.
    [range] This is no range of addresses, so nothing was changed. Write one like 10.0.0.0/8: it ends in zeros, and the number says how many bits count.
    [star] A star stands alone, or before a name of at least two parts such as *.example.com, so nothing was changed. Correct it.
    [nowhere] Nothing can be connected to by this address, so nothing was changed. Write another one.
    [of-names] Addresses from 33.250.0.0 to 33.251.255.255 stand for names inside of servers. Nothing can be connected to by them, so nothing was changed. Write a name, or another address.
   *[other] This is no destination, so nothing was changed. Write a name such as api.example.com.
}
error-unknown-destination = That destination is no longer in the list. It was decided or expired meanwhile.
error-too-many-destinations = This server has as many destinations as it can have, so nothing was added. Take one back first.
error-unknown-pick = That question is no longer open. Pick the folder again.
error-grant-refused = This folder cannot be granted, for the reason given with it. Choose another folder.
error-name-not-typed = What you typed is not the folder’s name, so nothing was granted. Type the name exactly as shown.
error-not-a-folder = { $path } is not a folder, so it cannot be granted. Choose a folder.
error-folder-missing = { $path } is not there, so it cannot be granted. Bring it back or choose another folder.
error-folder-denied = Your account may not open { $path }, so it cannot be granted. Change its permissions or choose another folder.
error-folder-changed = A different folder is at { $path } now than when it was picked, so nothing was granted. Pick it again.
error-draft-too-long = The name, the command or its environment is too long: { $most } KiB are the limit. Nothing was kept. Shorten it, or put what is long into a file.
error-draft-empty-name = The server has no name. Give it one.
error-draft-empty-program = There is no program to run. Give its name or path.
error-unknown-provider = That provider is no longer there. It was removed in the meantime.
error-provider-name-taken = There is a provider with that name already. Choose another name.
error-provider-empty-name = The provider has no name. Give it one.
error-draft-name-taken = There is a server named { $name } already. Choose another name.
error-draft-bad-name = The name { $name } holds characters that cannot be seen, so it could pass for another one. Nothing was kept. Take them out.
error-draft-number-name = A name like { $name } stands for a server’s number. Nothing was kept. Choose another name.
error-draft-nul = The command holds a character (NUL) that no command can have, so nothing was kept. Take it out.
error-draft-open-secret = The value of { $name } is marked as a secret, but looks like a path or a command, and such values are shown. It could not be hidden, so nothing was added. Check what you typed.
error-draft-bad-env = { $name } cannot be the name of a variable. Use letters, digits and underscores.
error-bundled-server = This server is part of Paddock and can’t be changed or removed.
error-bundle-busy = Another bundle is being installed right now, so nothing was changed. Try again in a moment.
error-bundle-io = The bundle could not be read or unpacked: { $reason }. Nothing was added. Check the file and the disk, and try again.
error-bundle-too-large = The bundle is larger than { $most } MiB. Nothing was added.
error-bundle-not-zip = This is no bundle, or it is damaged: { $reason }. Nothing was added. Download it again.
error-bundle-bomb = This bundle holds far more than a server needs, or more than it says. It may be meant to fill your disk. Nothing was added.
error-bundle-bad-entry = This bundle holds { $name }, which could be written outside of its folder or is no plain file. Nothing was added.
error-bundle-twice = This bundle holds { $name } twice, so it could show one thing and do another. Nothing was added.
error-bundle-no-manifest = This file has no manifest.json, so it is no bundle. Nothing was added.
error-bundle-bad-manifest = The manifest of this bundle is not written as one: { $reason }. Nothing was added. Tell its author.
error-bundle-unknown-version = The manifest of this bundle has version { $version }, which Paddock does not know. Nothing was added. A newer Paddock may know it.
error-bundle-other-system = This bundle is not for this system. Nothing was added.
error-bundle-missing = The server needs a value for { $setting }. Give one.
error-bundle-bad-value = This cannot be the value for { $setting }. Correct it.
error-bundle-secret-argument = The server wants the secret { $setting } among the arguments of its command, where every program of yours can read it. Paddock hands secrets over in variables only, so nothing was added. Leave it empty if you can, or ask the author of the server for a variable.
error-paste-not-json = This is neither a command nor valid JSON: { $reason }. Nothing was added. Fix it and try again.
error-paste-no-servers = No servers were found in this. Paste the part with mcpServers or servers in it.
error-paste-url-server = { $name } is reached over the network by its address. Paddock runs programs on this computer only.
error-paste-no-command = { $name } has no command, so there is nothing to run. Add its command.
error-bad-template = No address can be made from this template: { $reason }. Nothing was read.
error-call-misunderstood = The server’s answer could not be understood: { $reason }. See its messages.
error-unknown-message = That message is of an earlier run, or is no longer kept. Choose a newer one.
error-too-many-followed = { $count } resources are followed already. Stop following one first.
error-bad-arguments = The arguments do not fit the tool: { $reason }. Nothing was called. Correct them and try again.
error-workspace-unreadable = The workspace file could not be read: { $reason }. No folders were added.
error-workspace-empty = The workspace file names no folders on this computer, so there is nothing to add.
error-records-lost = The disk with Paddock’s data does not answer, so some activity was not recorded. Check the disk.
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
error-settings-not-saved = The setting could not be saved: { $reason }. From Paddock’s next start on, it is as it was before. Check the disk, and choose again.
error-open-failed = { $path } could not be shown in the file manager: { $reason }.
error-paste-bad-name = The name { $name } holds characters that cannot be seen, so it could pass for another one. Give it a plain name.
error-paste-too-many = Too many entries (limit { $most }). Nothing was added. Paste fewer.
error-paste-unknown-input = { $name } asks for { $input }, and nothing here says what that is, or a command would have to be run to find out. Put its value in, and paste again.
error-paste-secret-argument = { $name } wants the secret { $setting } among the arguments of its command, where every program of yours can read it. Paddock hands secrets over in variables only. Ask the author of the server for one.
error-paste-oci = { $name } comes as a container image. Paddock starts programs itself, to keep them to their folders, and runs no containers. Look for a package of it for npm or PyPI, or for a bundle.
error-paste-mcpb = { $name } comes as a bundle, and Paddock downloads nothing. Download it from { $url }, and open it here.
error-paste-other-kind = { $name } comes from a registry of the kind { $kind }, from which Paddock can start nothing. Add its command by the form.
error-paste-other-registry = { $name } comes from { $url }, which is not where such packages usually come from. If you trust that place, add the command by the form, with that registry among its arguments.
error-paste-bad-package = { $name } names { $package } for a package, which is none: it could be an option, a file or an address instead. Do not add it.
error-link-too-long = The link is longer than { $most } KiB, so it was not read. Paste the configuration instead.
error-link-unknown = This is no link that Paddock can read, or it sets the same thing twice. Nothing was added. Look for a configuration to paste on the page where you found the link.
error-link-shell = The command of { $name } is written for a shell, which could do more than start a server. Paddock starts no shell for it. Add the command by the form if you know what it does.
error-arrival-busy = Something was to be added while you were looking at something else, so it was turned away. Finish what is open, and then open the other one again.
error-arrival-gone = What you were looking at is not there any more, so nothing was added. Open it again.
error-arrival-changed = { $server } was changed or removed after you looked at this, so nothing was updated. Look at what would change now, and decide again.
error-arrival-unreadable = { $path } could not be read: { $reason }. Nothing was added. Check the file, and open it again.
error-arrival-unknown = Paddock was asked to open { $path }, which is no bundle, no server.json and no link of its own. Nothing was opened.
error-paste-bad-entry = { $name } is not a valid server entry: { $reason }. Correct it and paste again.
error-unknown-attempt = That attempt is no longer there. It was answered or dismissed in the meantime.
error-named-missing = { $path } does not exist, though the command of { $server } names it. Create it, or correct the command.
error-named-loose = { $path } lies directly in a folder that holds everything of yours, so nothing is proposed for it. Move it into a folder of its own, and correct the command of { $server }.
error-named-unknown = The folders that the command of { $server } names could not be looked at in time. Grant them in Access.
error-not-enforceable = Nothing on this computer can keep this server to its folders, so it was not started: { $reason }. See Settings for what is missing, or let it run without enforcement.
error-not-limited = The limits of this server could not be set, so it was not started: { $reason }. Start it again; if that fails too, quit Paddock and open it again.
error-limit-not-sensible = That limit is too low or too high, so nothing was changed. Choose 128 MB to 1 TB of memory, and 32 to 32,768 processes and threads.
error-leaks = A check from inside reached something that was not granted, so the server was not started. Look at its latest check, revoke what is not needed, and start it again.
error-proof-failed = After a change, Paddock could not verify that the server is kept to its folders, so it was stopped. Look at its latest check and start it again.
error-boundary-lost = What kept the server to its folders is gone, so the server was stopped. Start it again.
error-root-not-granted = Its command names the folder { $name }, and no folder of that name is granted, so the server was not started. Grant it, or change the command.
error-place-not-granted = Its command needs the folder that its app works in, and that folder is not granted, so the server was not started. Grant it, or change the command.
error-footprint-too-large = Paddock could not work out what the program needs to run: there are too many files to look through. The server was not started. Put it in a folder of its own, or install it as a package.
error-folder-in-program = Its command fills a folder in where it names the program or script to run, so whoever chooses the folder would choose what runs. The server was not started. Write the path out.
error-folder-in-text = Its command fills a folder in within program text, where the name of a folder could run as code. The server was not started. Pass the folder as an argument.
error-disk-hangs = The disk did not answer in time, so the server was not started. Check that its folders can be reached, then start it again.
error-disk-silent = The disk did not answer in time, so there is nothing to show. Check that it can be reached, then try again.
error-daemon-command = { $program } hands its work to a service that acts outside of any sandbox, so the server was not started. Use the program that it would start as the command instead, or let this server run without enforcement.
error-unknown-request = That request is over. It was answered, or the server no longer waits for it.
error-unknown-place = That question is over. It was answered, or the app no longer works in that folder. Nothing was granted.
error-unknown-call = That call no longer waits. It was answered, or its app is gone. Nothing was allowed by this.
error-tool-off = { $tool } is off for every app, and so for the command line. Call it in Paddock’s window, or change the rule.
error-tool-asks = { $tool } may be called only once you agree, and the command line cannot ask for that. Call it in Paddock’s window, or change the rule.
error-unknown-tool-rule = No tool or app can have that name, so no rule was made. Use a name of 1 to 256 bytes.
error-tools-changed = The tools have changed since you were asked, so nothing was accepted. Look at them again.
error-too-many-apps = Paddock already asks in place of as many apps as it can, so this one was not added. Switch it off for others first.
error-too-many-paused = As many apps are paused as can be, so this one was not. Resume others first.
error-not-its-folder = The session does not have that folder, so there was nothing to remove.
error-within-another = The folder is inside another one that the session has. Remove that one, or revoke the folder.
error-no-such-app = No app can have that name, so nothing was changed. Use the name that the app’s configuration gives it.
error-too-many-rules = This server already has as many rules as Paddock keeps, so this one was not made. Remove some first.
error-too-many-servers = Paddock has as many servers as it keeps, so this one was not added. Remove one first.
error-commands-too-long = The names and commands of all servers together are too long, so nothing was kept. Shorten this one, or remove a server first.
error-too-many-providers = Paddock has as many providers as it keeps, so this one was not added. Remove one first.
error-provider-too-long = The name, the address or the model of the provider is too long. Nothing was kept. Shorten it.
error-request-not-now = The request has moved on. Look at it again.
error-server-not-heard = The server is not running, or its requests are blocked, so the requests can’t be let through. Start it or unblock them.
error-form-invalid = Something you filled in is not what the server asks for. Nothing was sent.
error-bad-edit = What you changed does not fit the request: { $what }. Nothing was sent.
error-no-model = No model is known that could answer. Set one up in Settings, or write the answer yourself.
error-provider-bad-url = This is not an address of a provider. It begins with https:// or, on this computer, http://, and has no name, password or question mark in it.
error-provider-key-again = The key was given for another address. Type it again, or remove it.
error-provider-not-allowed = You have not allowed Paddock to send requests to { $name }, so nothing was sent. Check it in Settings, or at a terminal: paddock models check
error-secrets-no-keyring = The keyring of this desktop does not take secrets. Unlock or install one, then try again; or let Paddock keep them in its own file, in Settings or with paddock keyring-only off.
error-secret-missing = The value of { $variable } is not in the keyring any more, so the server was not started. Edit the server and type the value again.
error-secret-locked = The value of { $variable } could not be read from the keyring, so the server was not started. Unlock the keyring, then start the server again.
error-secret-in-file = The value of { $variable } is not in the keyring, and you chose that servers start only with secrets from there, so the server was not started. Unlock or install a keyring, or change that in Settings or with paddock keyring-only off.
error-draft-secret-gone = The value of { $name } is not kept any more, so nothing was changed. Type it again.
error-draft-not-secret = { $name } says where something is or what is run, so it cannot be hidden as a secret and nothing was changed. Leave it shown.
error-key-missing = The key of this provider is no longer in the keyring. Type it again in Settings.
error-keyring-failed = The keyring of this desktop failed. Unlock it and try again.
error-call-denied = You refused what the server asked for in this call, so the call was given up.
error-call-again = Finish the step in your browser, then call the tool again.
error-call-not-given = What the server asked for in this call was not given to it: { $reason }. The call was given up.
error-browser-failed = The browser could not be opened: { $reason }. Copy the address and open it yourself.
error-host-gone = Paddock’s background service ended, and all servers with it. What you asked for may not have been done. Wait until it is back, then try again.
error-host-failed = Paddock’s background service could not be started: { $reason }. No server runs. Try again; if it keeps happening, reinstall Paddock.
error-host-unreachable = Paddock’s background service cannot be reached: { $reason }. Nothing was changed. End other Paddock processes, or restart the computer, then try again.
error-host-newer = A newer Paddock ({ $version }) is running in the background, and this one cannot work with it. Nothing was changed. Quit this program and start it again, or update Paddock.
error-host-older = An older Paddock ({ $version }) is still running in the background, and this one cannot work with it. Quit it, which stops its servers: paddock quit. Then start Paddock again.
error-host-silent = Paddock’s background service does not answer, so nothing was done. End it, which stops its servers: paddock quit. Then try again.
error-host-foreign = Another account’s program is answering in place of Paddock’s background service, so nothing was sent to it. Check who may write to Paddock’s data folder.
error-not-a-front = Paddock’s background service does not recognise this program as part of Paddock, so it refused it. Start Paddock as it was installed.
error-consent-elsewhere = Consent is not taken here, so nothing was allowed. Open Paddock’s window and consent there, or allow consent at a terminal in its settings.
error-needs-consent = This needs a person’s consent in Paddock’s own window, so it was not done. Open Paddock and answer there.
error-unknown-consent = That question is no longer open. It was answered, or what it was about has changed. Ask again if you still want it.
error-too-many-consents = Too many questions are waiting for your consent, so this one was not added. Answer or dismiss some first.
error-too-many-fronts = Too many programs are connected to Paddock already, so this one was refused. Close some of them and try again.
error-command-too-long = What was sent to Paddock’s background service is too long ({ $bytes } bytes), so nothing was done. Send less at once.
error-answer-too-long = The answer is too long to be passed on ({ $bytes } bytes).
error-view-too-large = There is too much to show at once ({ $bytes } bytes), so what is shown may be out of date. Remove servers that you do not need. At a terminal, “paddock revoke --all” takes all folders back even now.
error-internal = Something went wrong in Paddock: { $reason }. The change may not have been made. Try again.
error-unknown = Something went wrong that this version has no words for: { $code }. The change may not have been made.
error-prove-no-tier = Nothing could be proved: this system cannot keep servers to their folders that way. What is missing: { $missing }
error-being-proved = This is being proved already. Wait for it to finish.
error-servers-paused = All servers are paused, so nothing was started. Resume them first.
error-prove-untrusted = You have not trusted this command yet, so it was not started to be proved. Read it and trust it first.
error-prove-unprepared = Nothing could be proved: no folder could be made to try it with: { $reason }
error-model-not-encrypted = { $host } would be reached without encryption, so nothing was sent: everyone on the way could read the request and the key. Use an https address, or the number of a machine on your own network.
error-model-unreachable = { $host } cannot be reached: { $reason }. Nothing was answered. Check that it runs and that its address is right, then send again.
error-model-tls = { $host } cannot prove who it is, so nothing was sent: { $reason }. Check the address, and the date of this computer.
error-model-proxy = The proxy that this desktop’s environment names cannot be used, so nothing was sent: { $reason }. Check HTTPS_PROXY and ALL_PROXY.
error-model-unauthorized = The provider refuses the key, so nothing was answered. Check the key of this provider.
error-model-rate-limited = The provider takes no more requests for now. Send again later, or choose another model.
error-model-rate-limited-for = The provider takes no more requests for the next { $seconds } seconds. Send again after that, or choose another model.
error-model-no-such-model = The provider has no model named { $model }, so nothing was answered. Choose another model.
error-model-overloaded = The provider is overloaded, so nothing was answered. Send again later, or choose another model.
error-model-failed = The provider failed with status { $status }, so nothing was answered. It said: { $message } Send again, or check its address.
error-model-bad-request = The provider refuses the request. It said: { $message } Change the request or choose another model.
error-model-unsupported = This provider cannot be given { $what }, so nothing was sent. Choose a model of another provider.
error-model-redirected = The provider wants to send you on to { $to }. This was not followed, so that request and key go nowhere else. If that is right, change the provider’s address.
error-model-cut-off = The connection broke off in the middle of the answer, so it was dropped. Send again.
error-model-malformed = The provider’s answer makes no sense: { $reason }. The answer was dropped. Check that its address and kind are right.
error-model-timed-out = The provider was silent for { $seconds } seconds, so the request was given up. Send again, or choose another model.
error-model-too-long = The answer is longer than { $limit } bytes, so it was dropped. Ask for fewer tokens.
error-keyring-timed-out = The keyring of this desktop did not answer, so the key could not be read. Unlock the keyring and try again.
error-keyring-unavailable = The keyring of this desktop cannot be used, so the key could not be read. Unlock it, or type the key again: it is then kept until Paddock quits.
error-output-closed = Nothing reads this output any more.
error-output-failed = The output could not be written: { $reason }. Check the disk or the program that reads it.
error-host-other-version = This program and Paddock’s background service are different versions, so this was not done. Quit Paddock, which stops its servers: paddock quit. Then start this program again.
error-cli-no-secret = Nothing was typed for { $name }, so nothing was changed. Try again.
error-cli-no-home = This account has no home folder, so there is no place for Paddock’s data. Set HOME.
error-cli-unknown-server = There is no server { $name }. List them: paddock servers
error-cli-unknown-server-near = There is no server { $name }. Did you mean { $names }?
error-cli-ambiguous = { $name } could mean several: { $names }. Name one by its number.
error-cli-unknown-grant = Nothing is granted as { $name }. List your grants: paddock folders
error-cli-unknown-session = There is no session { $name }. It may be over already. List them: paddock sessions
error-cli-unknown-app = No app named { $name } uses a server. List those that do: paddock sessions
error-cli-unknown-app-to-pause = No app named { $name } uses a server, so nothing was paused. List those that do: paddock sessions. To pause it before it comes, add --ahead.
error-cli-unknown-ended = Nothing ended as { $name }. List what did: paddock folders --ended
error-cli-unknown-provider = There is no provider { $name }. List them: paddock models
error-cli-unknown-consent = { $id } does not wait for consent, or no longer does. List what does: paddock consents
error-cli-not-proposed = { $destination } is not among what the command would be allowed to connect to.
error-cli-unknown-page = There is no command { $name }.
error-cli-not-written = { $path } cannot be written: { $reason }. Choose another folder.
error-cli-not-json = What you pass must be a JSON object, such as '{"{"}"text": "hi"{"}"}'. Nothing was sent.
error-cli-input-unreadable = Standard input cannot be read: { $reason }. Nothing was sent.
error-cli-path-lines = A path with a line break in it cannot be checked. Check the folder it is in.
error-cli-needs-trust = { $server } does not start until you trust its command. Read it and decide: paddock servers trust { $argument }
error-cli-paused = { $server } does not run while all servers are paused. It starts once you resume them: paddock resume
error-cli-no-variable = { $server } has no variable named { $name }. Nothing was changed.
error-cli-needs-server = Say which server the folder is for, with --server.
error-cli-needs-answer = Say what the answer is, with --text, --values, --field or --model.
error-cli-not-for-calls = A call is let through once, for an hour (--for 1h), for a session or always, so nothing was done. Leave out --this-run, --unlimited and other times.
error-cli-not-for-sending = What a server may send is allowed for today, so nothing was done. Leave out how long, or use --unlimited.
error-cli-not-for-connections = A connection is allowed for a time, so nothing was done. Say --this-run, --for or --always.
error-cli-not-blocked = Only what servers and apps ask, or a server waits with, can be blocked, so nothing was done. Leave out --block.
error-cli-no-field = The form has no field { $name }. It has these: { $names }
error-cli-refused-folder = { $path } cannot be granted. { $why }
error-cli-no-terminal = Consent takes a person at a terminal, and there is none here. Nothing was changed. Run this at a terminal.
error-cli-not-foreground = Consent takes a person at a terminal, and this runs in the background. Nothing was changed. Bring it to the foreground and try again.
error-cli-not-consented = You did not consent, so nothing was changed.
error-cli-not-agreed = You did not agree, so nothing was changed.
error-cli-app-unknown = Paddock does not know an app named { $name }. It knows these: { $names }
error-cli-app-not-here = There is no config of { $name } here, so nothing was changed. Start the app once, or add a server to it first.
error-cli-app-no-entry = { $app } has no entry { $name } that could be meant, so nothing was changed. List its entries: paddock apps
error-cli-app-nothing = Nothing in { $name } starts a server without Paddock, so nothing was changed. List its entries: paddock apps
error-cli-app-not-connected = Nothing in { $name } is connected, so there is nothing to restore. List what is: paddock apps
error-cli-apps-busy = Another command is connecting or disconnecting apps, so nothing was changed. Wait until it is done and try again.
error-cli-apps-kept = What Paddock keeps about connected apps cannot be read or written: { $reason }. Look at the folder apps in Paddock’s data, and try again.
error-apps-slow = The disk with the apps’ configs is not responding in time. A change may still go through. Look again when it responds.
error-apps-changed = The apps’ configs have changed since they were shown, so nothing was asked or changed. Look again and choose again.
error-apps-servers-left = These servers were added for an app whose config could not be written: { $names }. Remove them on the page Servers if they are not wanted.
error-app-broken = The app’s config has a mistake in line { $line }, column { $column }: { $reason }. Nothing was changed. Correct it and try again.
error-app-duplicate-key = The app’s config has the same key twice, again in line { $line }, column { $column }, so nobody can tell which one counts. Nothing was changed. Remove one and try again.
error-app-too-large = The app’s config is larger than { $most } MiB, so Paddock does not read it. Nothing was changed. Change the entry by hand.
error-app-too-many = The app’s config has { $most } entries or more, so Paddock does not read it. Remove some and try again.
error-app-not-a-file = The app’s config is not a regular file, so Paddock leaves it alone. Put a file in its place.
error-app-not-text = The app’s config is not UTF-8 text, so Paddock leaves it alone. Save it as UTF-8 and try again.
error-app-unreadable = The app’s config cannot be read: { $reason }. Nothing was changed. Check who may read it.
error-app-gone = The app’s config is no longer there, so nothing was changed. Start the app once and try again.
error-app-leads-out = The app’s config is a link to { $path }, outside of where its configs belong, so Paddock does not write it. Change that file by hand.
error-app-hard-linked = The app’s config is a file with { $links } names, and replacing it would separate them. Nothing was changed. Keep one name and try again.
error-app-read-only = The app’s config or its folder is read-only, so nothing was changed. Make it writable and try again.
error-app-not-yours = The app’s config belongs to another account, so Paddock does not write it. Take ownership of it, or change it by hand.
error-app-another-broken = Another config of this app has a mistake: { $path }. Nothing was changed, because nobody knows what the app makes of it. Correct it and try again.
error-app-of-project = This config belongs to a project that others may share, so Paddock does not write it. Change it by hand.
error-app-unknown = Paddock no longer knows this app, so nothing was changed. Change its config by hand.
error-app-several-files = The entries are in several files, so nothing was changed. Name entries of one file.
error-app-entry-gone = There is no entry { $name } any more, so nothing was changed. List what there is: paddock apps
error-app-entry-changed = The entry { $name } was changed after it was shown, so nothing was written. Try again, and read it again first.
error-app-entry-unusual = The entry { $name } is written in a way that Paddock does not edit, in line { $line }, column { $column }. Nothing was changed. Write it more plainly, or change it by hand.
error-app-entry-no-command = The entry { $name } starts no command on this computer, so it cannot go through Paddock. Nothing was changed. Leave it out.
error-app-entry-already-through = The entry { $name } goes through Paddock already, so nothing was changed. Leave it out.
error-app-entry-needs-app = The entry { $name } needs { $placeholder }, which only its app can fill in, so it cannot go through Paddock. Nothing was changed. Write the value itself in its place, or add the server in Paddock and enter it there.
error-app-entry-asks = The entry { $name } needs a value for { $value }, which its app fills in. Nothing was changed. Connect the entry without --yes to type the value, or connect it in the window.
error-app-entry-acts-elsewhere = The entry { $name } runs { $program }, which acts outside of any sandbox, so it cannot go through Paddock. Nothing was changed. Have it run the program behind that directly, or leave the entry to its app.
error-app-entry-twice = The entry { $name } was named twice, so nothing was changed. Name it once.
error-app-bad-server-name = { $name } cannot be the name of a server in an app’s config, so nothing was changed. Rename the server.
error-app-bad-shim = This program’s own file was replaced, or its path is not plain text, so no app could start it. Nothing was changed. Try again, or install Paddock somewhere else.
error-app-secret-missing = What Paddock kept of { $name } is incomplete, so it cannot be restored. It was left as it is. Restore it from the backup in the folder apps of Paddock’s data.
error-app-env-file-elsewhere = Only the app knows which file { $path } is, so the server does not get the variables in it. Enter them on the server’s page.
error-app-env-file-unfit = { $path } is not a file of at most { $most } KiB that Paddock can read, so the server does not get the variables in it. Correct that and connect again, or enter them on the server’s page.
error-app-env-file-line = Line { $line } of { $path } cannot be read as NAME=value, so the server does not get the variables in that file. Correct the line and connect again, or enter them on the server’s page.
error-app-would-damage = The edit would have changed more than these entries, so nothing was written. Change the config by hand, and report this.
error-app-changed-meanwhile = The app’s config was changed at the same moment, so nothing was written. Try again.
error-app-backup-exists = There is another file where the backup would go, so nothing was changed. Try again.
error-app-backup-failed = The backup of the app’s config cannot be written: { $reason }. Nothing was changed. Free some space and try again.
error-app-write-failed = The app’s config cannot be written: { $reason }. It is unchanged. Check the disk and the folder, and try again.
error-app-not-here = Paddock cannot write apps’ configs on this system yet, so nothing was changed. Change it by hand.

## Command line

cli-about = Choose which folders each MCP server may touch

    Less access takes effect at once; more access needs your consent: in Paddock’s window or, where there is none, at this terminal.
cli-about-status = Show the current state
cli-about-servers = List servers, or do something with one

    Name a server by its name or its #number.
cli-about-servers-add = Add a server; its command is not trusted yet
cli-about-servers-edit = Change a server: what is not named stays as it is
cli-about-servers-import = Add the servers of an app’s settings, a server.json or a link

    FILE is a file, a link, or - for standard input. What they ask for is typed at the terminal; nothing is trusted or granted by it. Ends with 65 if something was left out.
cli-about-servers-remove = Remove a server, its access and its home
cli-about-servers-show = Show everything about a server
cli-about-servers-trust = Trust a server’s command, once you have read it
cli-about-servers-distrust = Withdraw trust in a command, and stop the server
cli-about-servers-start = Start a server
cli-about-servers-stop = Stop a server
cli-about-servers-restart = Stop a server and start it again
cli-about-servers-propose = Propose the folders that a server’s command names, for your consent
cli-about-servers-set = Change how a server is confined and started, and what it may ask
cli-about-servers-log = Show what a server wrote besides its answers
cli-about-servers-tools = List the tools of a server
cli-about-servers-call = Call a tool, and write what it gives

    Ends with 1 if the tool says that it failed.
cli-about-servers-resources = List the resources of a server, and its templates
cli-about-servers-read = Read a resource
cli-about-servers-prompts = List the prompts of a server
cli-about-servers-prompt = Fill in a prompt, and write what it gives
cli-about-servers-suggest = Show what a server suggests for a value of a prompt or a template
cli-about-servers-messages = Show the messages that went to and from a server
cli-about-folders = List which server may use which folder
cli-about-grant = Let a server use a folder, once you consent
cli-about-access = Change what a server may do in a folder
cli-about-extend = Change how long a server may use a folder
cli-about-again = Grant again what ended: see folders --ended
cli-about-revoke = Revoke access to folders, at once

    GRANT is a number from the list of folders, or a path. A path is taken from every server, or from the one that is named after it.
cli-about-pause = Stop all servers, for a time or until you resume
cli-about-resume = Start the servers again before a pause ends
cli-about-sessions = List the apps that use servers
cli-about-apps = List AI apps of this computer, and what they launch

    Direct: the app launches the server itself, and it can read everything that you can.
cli-about-apps-ask = Have Paddock ask you, in place of an app that can’t; or stop

    Without on or off, it shows whether it does. What servers ask waits under paddock requests.
cli-about-connect = Let what an app launches go through Paddock

    Shows what becomes of the app’s config and of its servers, and asks. The servers are added to Paddock; each waits to be trusted and to be granted folders.
cli-about-disconnect = Restore what an app launched by itself

    The servers stay in Paddock. What was changed since is named and left alone: then this ends with 1.
cli-about-install = Add the server of an MCP bundle (.mcpb)

    Shows what the bundle says of itself, asks for what it needs to know, and unpacks it. The server is not trusted yet and has no folders.
cli-about-end = End an app’s use of a server, at once
cli-about-narrow = Take a folder from one session of an app, until it ends

    SESSION is a number from the list of sessions. The app may start another one.
cli-about-scope = Show which folders apps get of a server, or change it

    all: all folders of the server. app: only where the app works.
cli-about-rules = List what apps may call of a server, or change it for a tool

    RULE is allowed, ask, off, or none, which takes the rule away. What is looser waits for your consent.
cli-about-changed = List the tools of a server that changed, or decide about them
cli-about-models = List where language models are reached, or change it
cli-about-models-add = Add a provider of language models
cli-about-models-edit = Change a provider: what is not named stays as it is
cli-about-models-check = Ask a provider for its models
cli-about-models-remove = Remove a provider and its key
cli-about-destinations = List where servers may connect, and what went there
cli-about-allow = Let a server connect somewhere, once you consent

    DESTINATION is a name such as api.example.com or *.example.com, * for every name, an address, a range such as 10.0.0.0/8, or a program on this computer such as localhost:5432. Ports 80 and 443 are meant if none is named.
cli-about-deny = Never let a server connect somewhere, and do not ask
cli-about-forget = Take back what was said of a destination

    What is open there is cut. To be asked again about what was denied waits for your consent.
cli-about-requests = List what servers and apps ask of you, or answer it
cli-about-requests-show = Show everything about a request
cli-about-requests-answer = Answer a request, once you have read it

    Without any option an answer that waits for review is delivered, and the address of a page is agreed to.
cli-about-requests-stop = Stop the model; the request waits again
cli-about-requests-next = Let the next requests of a server through without asking, once you consent
cli-about-requests-missed = List the requests that you missed
cli-about-requests-deny = Say no to a request

    Nothing is decided about a destination: the server may ask again. To deny it for good: paddock deny
cli-about-requests-allow = Let a call through, or let a server connect, once you consent

    A call without any option: this one, or its next try, if the app was told to try again. A connection without any option: for 1 hour.
cli-about-requests-grant = Let a server use the folder that an app works in, or that it tries to reach, once you consent
cli-about-consents = List what waits for your consent, or decide it
cli-about-consents-show = Show what you would consent to
cli-about-consents-agree = Read what it is and consent, at a terminal
cli-about-consents-dismiss = Take something off the list without consenting
cli-about-check = Show which servers may use a path

    Ends with 1 if a path is out of reach of all that were asked about.
cli-about-activity = Show what happened, the newest last
cli-about-prove = Prove that a server is kept to its folders

    Without a server: the files server that comes with Paddock, and then COMMAND if one is given, in folders made for it. Ends with 1 if something is not as it should be.
cli-about-settings = Show the settings, or change what activity is kept

    Keeping less waits for a person’s consent: it hides what servers did.
cli-about-system = Show what this computer can enforce
cli-about-doctor = Show what is wrong here and what to do, for a report

    Ends with 1 if something is not as it should be.
cli-about-terminal-consent = Allow or forbid consent at terminals
cli-about-keyring-only = Choose whether secrets of servers are kept only in the keyring

    With on, a server whose secrets are not in the keyring does not start. With off, secrets that
    no keyring takes are in Paddock’s own file, which only your account may read.
cli-about-run = Run a server for an AI app, through Paddock

    The app’s configuration has this in place of the server’s own command. A server that Paddock
    does not have can be given as that command, after --: it is added once, under the name of its
    program, and runs when you have trusted it.
cli-about-host = Run Paddock’s background service here, in the foreground
cli-about-quit = Stop all servers, and Paddock’s background service
cli-about-help = List commands, or explain one
cli-about-completions = Write completions for bash, zsh or fish
cli-about-man = Write the manual page of a command
cli-about-generate = Write completions and manual pages, for packages
cli-usage-heading = Usage:
cli-heading-commands = Commands
cli-heading-arguments = Arguments
cli-heading-options = Options
cli-group-now = Status
cli-group-servers = Servers
cli-group-folders = Folders
cli-group-network = Network
cli-group-apps = AI apps
cli-group-paddock = Paddock itself
cli-help-more = paddock help all lists every command; paddock help COMMAND explains one.
cli-arg-json = Print JSON, for programs to read
cli-arg-help = Print this help
cli-arg-help-command = A command, such as servers add; all for a list of every one
cli-arg-update = Change the server that runs from a bundle of the same name
cli-arg-version = Print the version
cli-arg-install-file = The bundle
cli-arg-no-wait = Leave it waiting for consent, and end with 75
cli-arg-without = Leave out a destination that the command names; at this terminal, since in the window you untick it
cli-arg-server = Name or #number of a server
cli-arg-name = What the server is called
cli-arg-rename = What it is called from now on
cli-arg-env = A variable for it; any number of them
cli-arg-secret = A variable whose value you type, unseen, and that is kept as a secret
cli-arg-not-secret = A variable that is no secret, whatever it seems
cli-arg-unset = A variable that it no longer has
cli-arg-cwd = Where it starts
cli-arg-command = The program and its arguments
cli-arg-enforced = Keep it to its folders, or only tell it of them
cli-arg-network = off, ask (what you allow; you are asked about the rest) or open (anywhere)
cli-arg-ask-first = Make it wait for you when it first reaches outside
cli-arg-restart = When it has ended: on-failure, never or always
cli-arg-on-demand = Start it when it is first used
cli-arg-stop-when-idle = Stop it after this time without use, such as 10m
cli-arg-keep-alive = Check its health this often
cli-arg-most-sent = The most it may send in a day, such as 500kB or 10MB; none for no limit
cli-arg-memory = The most memory it may use, such as 512MB or 1GB; none for no limit
cli-arg-processes = The most processes and threads it may have
cli-arg-listen = Accept what it asks of you; off blocks its requests
cli-arg-requests-an-hour = The most requests it may make in an hour
cli-arg-tokens-a-day = The most tokens of models it may use in a day
cli-arg-servers-log-follow = Keep printing new lines
cli-arg-servers-log-session = Only the lines of one session, by its number in the list of sessions
cli-arg-tool = Name of the tool
cli-arg-arguments = Arguments as a JSON object; - reads them from standard input
cli-arg-address = Address of the resource, or a template, as listed
cli-arg-servers-read-values = Values for a template; any number of them
cli-arg-servers-read-follow = Read it again whenever it changes
cli-arg-prompt = Name of the prompt
cli-arg-servers-prompt-values = Values it asks for; any number of them
cli-arg-of = Name of the prompt, or the template as listed
cli-arg-typed = The value to suggest, as far as it is typed
cli-arg-servers-suggest-values = Values that are filled in already; any number of them
cli-arg-servers-messages-text = Only those with this text in them
cli-arg-errors = Only those that say that something failed
cli-arg-before = Only those before the one of this number
cli-arg-script = Print a shell script that sends again what was sent up to this number, without its secrets
cli-arg-models-add-name = What the provider is called
cli-arg-models-edit-name = What the provider is called
cli-arg-models-check-name = What the provider is called
cli-arg-models-remove-name = What the provider is called
cli-arg-url = Address of its API, such as https://api.openai.com/v1
cli-arg-api = The API it speaks: openai (the default; many others speak it too) or anthropic
cli-arg-key = Type a key for it, unseen
cli-arg-no-key = Remove its key
cli-arg-models-add-model = The model to use where a server names none
cli-arg-models-edit-model = The model to use where a server names none
cli-arg-app = Name of the app, as Paddock is to show it
cli-arg-run-name = What the server is called if Paddock does not have this command yet
cli-arg-run-command = A server’s own command. Paddock adds it stopped, and it waits to be trusted
cli-arg-ended = Number of what ended
cli-arg-folders-ended = List what ended
cli-arg-path = A folder, a .code-workspace file, or the #number of what another server may use
cli-arg-paths = Paths, one after another
cli-arg-access = read (the default), write (but not what other programs run), commit (write, and commit with Git), or write-all
cli-arg-requests-grant-access = read (the default, unless the server tries to write), write, commit or write-all
cli-arg-for = For this long, such as 30m, 1h30m or 2d
cli-arg-this-run = While the server runs
cli-arg-until-midnight = Until midnight
cli-arg-always = Until you revoke it (the default)
cli-arg-extend-always = Until you revoke it
cli-arg-pause-for = For this long, such as 30m; otherwise until you resume
cli-arg-pause-app = Only what the app of this name uses
cli-arg-pause-ahead = Pause an app that is not here yet
cli-arg-resume-app = The app of this name, if it alone is paused
cli-arg-narrow-session = A number from the list of sessions
cli-arg-narrow-folder = A folder that the session has
cli-arg-grant = A number from the list of folders, or a path
cli-arg-grants = A number from the list of folders, or a path and optionally a server
cli-arg-all = Everything that is granted
cli-arg-again-all = Everything that ended
cli-arg-requests-missed-clear = Take them off the list
cli-arg-status-clear = Take the notices off the list
cli-arg-folders-clear = Take what ended off the list
cli-arg-requests-next-count = How many; 1 unless given
cli-arg-from = A file, a link, or - for standard input
cli-arg-repository = Propose the repository around the folder in its place
cli-arg-sessions = A number from the list of sessions; any number of them
cli-arg-end-app = Everything that the app of this name uses
cli-arg-client = Such as cursor or claude-code; see paddock apps
cli-arg-apps-ask-client = Such as cursor, or another name that an app’s configuration gives it
cli-app-ask-question = Be asked in Paddock what servers ask in sessions of { $app }, where { $app } cannot ask you?

    They may ask you to fill in a form, to visit a page, or to have a language model answer.
cli-listen-question = Let { $server } ask you again? What it asks waits under paddock requests.
cli-renames = Rename { $server } to { $name }? Apps start a server by its name: an entry for { $name } starts this one from then on.
cli-asking-question = Let { $server } make { $requests } requests an hour and use { $tokens } tokens of models a day?
cli-next-question = Let the next requests of { $server } through without asking, { $count } of them?
cli-nothing-proposed = Its command names no folder that could be proposed.
cli-app-asks-here = You are asked in Paddock what its servers ask, where it cannot ask you.
cli-app-asks-itself = Its servers can ask only what the app lets them ask.
cli-arg-entries = Names of entries; all, if none are named
cli-arg-yes = Do not ask first; servers still wait to be trusted
cli-arg-request = Number of the request
cli-arg-requests-show-request = Number of the request, or what is listed, such as call-3, place-2 or attempt-1-5
cli-arg-requests-deny-request = Number of the request, or what is listed, such as call-3, place-2 or attempt-1-5
cli-arg-requests-allow-which = Such as call-3, destination-5 or sending-2
cli-arg-requests-grant-which = Such as place-2 or attempt-1-5
cli-arg-session = Let every call of this tool through while the session lasts
cli-arg-requests-allow-always = Let every call of this tool by this app through, or the server connect, from now on
cli-arg-requests-allow-for = Let the server connect for so long, such as 30m (1 hour unless given); a call for 1h
cli-arg-requests-allow-this-run = Let the server connect while it runs
cli-arg-requests-allow-unlimited = Let the server send without a limit until midnight
cli-arg-destination = Such as api.example.com, *.example.com, 10.0.0.0/8 or localhost:5432
cli-arg-destinations-server = Only of this server
cli-arg-scope = all or app
cli-arg-rule = allowed, ask, off or none
cli-arg-rules-app = Only for the app of this name
cli-arg-accept = Accept them as they are now
cli-arg-hold = Make calls of changed tools wait for you
cli-arg-text = The answer in your own words; - reads it from standard input
cli-arg-values = The form, filled in, as a JSON object; - reads it from standard input
cli-arg-field = One field of the form; any number of them
cli-arg-model = Have a model write the answer, and review it
cli-arg-block = Do not ask again: block this server’s requests, switch the tool off for this app, or deny the folder while the server runs
cli-arg-which = What waits, such as c3 or p1
cli-arg-activity-text = Only what has this text in a path, a server’s name or a detail
cli-arg-activity-app = Only in sessions of this app
cli-arg-activity-tool = Only calls of this tool
cli-arg-activity-result = Only what was done, blocked or failed
cli-arg-activity-until = Only before this time, such as 1h or 2026-11-22
cli-arg-kind = Only this kind, such as granted or tool-called; several with commas
cli-arg-since = From this time on: 2h, today, 2026-11-22 or 2026-11-22T14:00
cli-arg-count = At most this many (50 by default)
cli-arg-activity-follow = Keep printing new lines
cli-arg-export = Write it all to this file, which only you may read; - writes to standard output
cli-arg-format = jsonl or csv (by the file’s name unless given)
cli-arg-delete = Delete everything that happened so far; a person must consent
cli-arg-keep-days = Keep activity for so many days
cli-arg-keep-megabytes = Let activity take so many megabytes before the oldest goes
cli-arg-keep-paths = Write down paths in granted folders that calls name, or not
cli-arg-keep-arguments = Write down what tools are called with, or not
cli-arg-tier = Use live-mounts or landlock instead of the best that works here
cli-arg-markdown = Print Markdown
cli-arg-on = on or off
cli-arg-stay = Keep running until told to quit, even when nothing needs it
cli-arg-shell = bash, zsh or fish
cli-arg-man-command = Such as grant, or servers add
cli-arg-dir = The folder to write to
cli-see-help = More: paddock --help
cli-unknown-argument = Unexpected argument: { $argument }.
cli-unknown-command = There is no command { $value }.
cli-no-value = { $argument } needs a value.
cli-wrong-value = { $argument } cannot be { $value }.
cli-conflict = { $argument } cannot be used with { $value }.
cli-missing = This is missing: { $argument }
cli-missing-command = Say what to do.
cli-no-text = An argument is not valid text.
cli-did-you-mean = Did you mean { $names }?
cli-one-of = It is one of these: { $names }
cli-hint-time = A time is written like 30m, 1h30m or 2d.
cli-hint-since = It is written like 2h, today, 2026-11-22 or 2026-11-22T14:00.
cli-hint-pair = It is written NAME=VALUE.
cli-hint-size = A size is a number and MB or GB, such as 512MB, or none.
cli-hint-sent = A size is a number and kB, MB or GB, such as 10MB, or none.
cli-hint-number = It is a number, as it is listed.
cli-hint-count = It is a whole number, such as 50.
cli-hint-waiting = It is written as it is listed, such as c3 or p1.
cli-hint-asked = It is written as it is listed, such as 41, call-3, place-2, destination-5 or attempt-1-5.
cli-attempt-offer = Could be granted for it
cli-attempt-needs = Would be needed for it
cli-attempt-no-offer = There is no folder that could sensibly be granted for it.
cli-head-id = ID
cli-head-server = Server
cli-head-app = App
cli-head-state = State
cli-head-kept = Confined by
cli-head-command = Command
cli-head-folder = Folder
cli-head-access = Access
cli-head-until = Until
cli-head-since = Since
cli-head-reaches = May use
cli-reaches-all = everything that you can read
cli-head-path = Path
cli-head-answer = Answer
cli-head-tool = Tool
cli-head-address = Address
cli-head-name = Name
cli-head-prompt = Prompt
cli-head-values = Values
cli-head-key = Key
cli-head-models = Models
cli-head-rule = Rule
cli-head-file = File
cli-head-entry = Entry
cli-head-how = How
cli-head-runs = Runs
cli-head-about = About
cli-head-kind = Kind
cli-head-destination = Destination
cli-head-seen = Connections
cli-head-sent = Sent
cli-head-received = Received
cli-head-used = Last used
cli-head-what = What
cli-no-apps = No AI app that Paddock knows was found here.
cli-app-no-config = No config yet
cli-app-empty = No entries
cli-app-direct = Direct
cli-app-through = Through Paddock as { $server }
cli-app-remote = Remote
cli-app-own = Part of the app
cli-app-unreadable = Cannot be read: { $why }
cli-app-not-written = Cannot be changed: { $why }
cli-app-as-before = changed back outside of Paddock
cli-app-changed = changed since it was connected
cli-app-unsure = cannot be compared
cli-app-lost = { $entry } was connected and is no longer in { $path }.
cli-install-title = This adds a server from a bundle: { $name }
cli-updated = The server { $server } (#{ $id }) runs from the new bundle once you trust its command.
cli-install-version = Version
cli-install-author = Author
cli-install-description = Description
cli-install-claims = All of this is what the bundle says of itself. Nobody checked it.
cli-install-update = The server { $server } runs from a bundle of the same name, and is changed to this one. Its folders, destinations and rules stay. Nothing shows that both are by the same author. You are asked to trust its command again.
cli-install-stranger = { $server } runs from a bundle of this name that says it is by { $author }. This one names another author.
cli-install-unreadable = The bundle that { $server } runs from can no longer be read, so it cannot be compared.
cli-install-waits = The bundle is unpacked, and nothing of it runs yet: its server waits for you to trust its command, and folders for you to grant them.
cli-install-number = A number.
cli-install-boolean = Type true or false.
cli-install-directory = A folder. The server can use it only after you grant it.
cli-install-file = A file. The server can use it only after you grant the folder that it is in.
cli-install-usual = If you type nothing: { $value }
cli-install-optional = You can leave this empty.
cli-install-more = Type one more, or nothing to go on.
cli-connect-title = What { $app } launches goes through Paddock from its next start on:
cli-connect-link = This is a link. What is written is { $path }
cli-connect-new = { $entry } becomes the new server { $server }
cli-connect-there = { $entry } uses the server { $server }, which has the same command
cli-connect-env = Variables that move into Paddock: { $names }
cli-connect-env-file = Variables read from { $path }: { $names }
cli-connect-folders = Folders it names, for you to grant: { $names }
cli-connect-unset = Not set, because no value was given: { $names }
cli-connect-lost = Lost, because only the app can fill it in: { $names }
cli-connect-skipped = { $entry } is left as it is: { $why }
cli-skipped-through = it goes through Paddock already
cli-skipped-needs-app = it needs { $placeholder }, which only the app can fill in
cli-skipped-asks = it needs a value for { $value }; connect it by name, without --yes, to type it
cli-skipped-elsewhere = it runs { $program }, which acts outside of any sandbox
cli-skipped-remote = it is a server elsewhere ({ $host }), so nothing is started here
cli-skipped-own = it is part of the app and starts no command
cli-connect-waits = This gives no server anything: new ones wait for you to trust their commands, and folders for you to grant them.
cli-connect-taken-back = The servers that were added for it are removed again: { $names }
cli-connect-left = These servers were added for it and could not be removed: { $names }
cli-connect-partly = These files were written before and stay connected: { $names }
cli-connected = { $app } is connected, and uses Paddock from its next start on.
cli-connected-left = What is left to do, if not done yet:
cli-disconnect-title = What happens to the entries of { $app }:
cli-disconnect-direct = The app launches these servers itself again, and they can read everything you can.
cli-disconnect-restored = becomes what it was
cli-disconnect-as-before = is what it was already
cli-disconnect-left = was changed since, and is left alone
cli-disconnect-gone = is no longer there
cli-disconnected = { $app } has its entries back. The servers stay in Paddock: remove one with paddock servers remove
cli-not-running = Paddock’s background service is not running.
cli-host-runs = Paddock’s background service ({ $version }) is running already. Nothing was started. To start another one in its place, end it first with paddock quit, which stops its servers.
cli-running = Paddock { $version } is running.
cli-status-servers = { $count ->
    [one] { $count } server, { $running } running
   *[other] { $count } servers, { $running } running
}
cli-status-not-enforced = Not enforced: { $servers }
cli-status-failed = Failed: { $servers }
cli-status-needs-trust = Not yet trusted: { $servers }
cli-status-grants = { $count ->
    [0] No folder access
    [one] { $count } grant
   *[other] { $count } grants
}
cli-status-sessions = { $count ->
    [one] { $count } session of an app: paddock sessions
   *[other] { $count } sessions of apps: paddock sessions
}
cli-status-consents = { $count ->
    [one] { $count } thing waits for your consent: paddock consents
   *[other] { $count } things wait for your consent: paddock consents
}
cli-status-requests = { $count ->
    [one] { $count } request waits for you: paddock requests
   *[other] { $count } requests wait for you: paddock requests
}
cli-lifetime-until = until { $time } ({ $left })
cli-day-and-time = { $day }, { $time }
cli-lifetime-for = { $hours ->
    [0] { $minutes } min
   *[other] { $hours } h { $minutes } min
}
cli-done = Done.
cli-already-so = Already so. Nothing was changed.
cli-retention = Activity is kept for { $keep }.
cli-agreed = You consented. It is done.
cli-waits = It waits for your consent as { $id }.
cli-waits-as = To agree as you asked: { $command }
cli-in-window = Waiting for your consent in the Paddock window ({ $id }). Ctrl+C leaves it waiting there.
cli-answered-elsewhere = This was answered elsewhere.
cli-yes = yes
cli-type-yes = Type { $yes } to consent, anything else to decline:
cli-asked-by = Asked by
cli-by-window = Paddock’s window
cli-by-program = { $path }, started by { $parent }
cli-trusted-before = Trusted before
cli-consent-lifetime = Let { $server } use { $folder } for longer?
cli-consent-again = Grant { $folder } to { $server } again?
cli-consent-confinement = Change the protection of { $server }?
cli-consent-no-ask-first = It no longer waits for you when it first reaches for something it was not granted.
cli-consent-resume = Start all servers again, before the pause ends?
cli-consent-terminal = Let a person consent at terminals on this computer?
cli-consent-terminal-means = Whoever can type at a terminal of yours can then consent for you. A program that runs commands for you, such as an AI agent, can open a terminal of its own and type into it.
cli-what-trust = Trust its command
cli-what-confinement = Change its protection
cli-what-terminal = Consent at terminals
cli-what-secrets-in-file = Secrets in Paddock’s own file
cli-what-provider = Send requests to { $address }
cli-what-no-rule = as every app
cli-what-not-held = Calls of changed tools do not wait
cli-what-changed = Accept changed tools
cli-what-most-sent = Send in a day: { $size }
cli-what-send-today = Send: { $size }
cli-what-destination = Connect to { $destination }, { $duration }
cli-what-forget = Ask about { $destination } again
cli-no-consents = Nothing waits for your consent.
cli-no-servers = There are no servers.
cli-no-tools = It has no tools.
cli-limits-shown = { $limit }. { $held }
cli-no-resources = It has no resources.
cli-no-suggestions = It suggests nothing.
cli-no-prompts = It has no prompts.
cli-no-messages = No such messages are kept.
cli-no-providers = No provider of language models is set up.
cli-role-user = User:
cli-role-assistant = Assistant:
cli-key-none = none
cli-key-kept = in the keyring
cli-key-until-quit = until Paddock quits
cli-no-rules = There are no rules.
cli-no-destinations = You have not decided about any destination.
cli-destination-asked = Waits for you: { $which }
cli-no-changed = No tool has changed since it was first seen.
cli-nothing-ended = Nothing ended.
cli-connects = connects
cli-no-sessions = No app uses a server.
cli-added = { $server } was added as #{ $id }. Read its command and trust it: paddock servers trust "#{ $id }"
cli-edited = Done. { $server } starts with what you changed once you trust it: paddock servers trust { $argument }
cli-call-waits = { $server } waits for your answer: paddock requests
cli-propose = To be asked about this: paddock servers propose "#{ $id }"
cli-revoked = { $count ->
    [one] { $count } grant was revoked.
   *[other] { $count } grants were revoked.
}
cli-revoked-all = All access was revoked.
cli-ended = { $count ->
    [one] { $count } session was ended.
   *[other] { $count } sessions were ended.
}
cli-why = Why
cli-log-stderr = stderr
cli-log-message = message
cli-log-of-session = { $source }, session { $session } ({ $app })
cli-broken-promise = The result does not match what it declares: { $reason }
cli-part-bytes = [{ $kind }, { $size }]
cli-request-waiting = Waits for you
cli-required = (required)
cli-answer = Answer:
cli-answer-title = { $server } asks:
cli-review = The answer waits for your review. Deliver it: paddock requests answer { $id }
cli-doctor-title = Paddock { $version }
cli-doctor-host = The background service runs: version { $version }, socket { $socket }
cli-doctor-program = { $name } is { $path }
cli-doctor-no-program = { $name } is missing: it should be { $path }. Install Paddock again.
cli-doctor-limit = { $name } is { $limit }
cli-doctor-low-limit = { $name } is only { $limit }, so changes of folders may go unseen. Raise fs.inotify.{ $name } with sysctl.
cli-doctor-enforced = This computer can keep servers to their folders.
cli-doctor-consent-both = A person consents in Paddock’s window, or at a terminal.
cli-doctor-consent-window = A person consents in Paddock’s window, and not at a terminal.
cli-doctor-consent-terminal = A person consents at a terminal. This session has no desktop for Paddock’s window.
cli-doctor-consent-nowhere = Nobody can consent from here: consent is given in Paddock’s window only, and this session has no desktop for it. Consent on the desktop of this computer, or allow consent at a terminal there, in Settings.
cli-doctor-keyring = Keys of providers are in the keyring.
cli-doctor-secrets = Secrets of servers are in the keyring.
cli-doctor-needs-trust = Not yet trusted. Read its command and trust it with paddock servers trust, or remove it.
cli-doctor-secrets-in-file =
    { $count ->
        [one] One secret of a server is
       *[other] { $count } secrets of servers are
    } in Paddock’s own file, which only your account may read (mode 0600), and not in the keyring. Unlock or install one, then run paddock keyring-only { $again }: it moves them there and leaves this choice as it is.
cli-secret = The value of { $name } is not shown while you type it. It is kept in the keyring, if there is one.
cli-secret-prompt = Value:
cli-key = The key for { $name } is not shown while you type it. It is put in the keyring, or else kept until Paddock quits.
cli-key-prompt = Key: 
cli-doctor-no-keyring = There is no keyring to keep keys in, so they are forgotten when Paddock quits. Unlock or install one.
cli-bad-arguments = This could not be understood: { $reason }
cli-server = { $server }, kept to its folders by { $tier }
cli-by-tool = Through its own tools:
cli-allowed = Allowed
cli-blocked = Blocked
cli-blocked-by = Blocked by the operating system ({ $error })
cli-refused = Refused by the server
cli-leak = LEAK
cli-kept-out = BLOCKED BY MISTAKE
cli-holds = Everything is as it should be.
cli-holds-unasked = Its boundary holds. The command was not asked anything, so this does not show that it is a working MCP server.
cli-leaks = Something is not as it should be: look for ✗.
cli-system = What can be enforced on this computer, { $system }:
cli-system-printed = Printed by `paddock system --markdown` on { $system }. The command prints what holds for your own system.
cli-tier-best = Works, and is used
cli-system-nothing = Nothing can keep servers to their folders here. A server does not start unless you let it run without enforcement.
cli-system-unknown = Paddock could not find out what this computer can enforce: paddock-sandbox, which belongs next to this program, did not answer.
cli-system-group = systemd can hold a server to both as a whole. With the packages: systemctl --user enable --now paddock-host
cli-system-gaps = Under { $tier } a server can still do this to what is not granted. None of it gives contents away.
cli-gap-signals = Send signals to your other programs.
cli-gap-command-lines = See the command lines of your other programs.
cli-gap-existence = See whether something exists, its size and its times.
cli-gap-metadata = Change the mode, owner and times of what is yours.
