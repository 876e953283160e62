### Every word a person reads: the window, the tray, the notifications and the command line.
### Plain messages only, so that every Fluent implementation reads them alike.

## The window

app-name = Paddock
nav-label = 页面
nav-access = 访问权限
nav-servers = 服务器
nav-apps = 应用
nav-requests = 请求
nav-activity = 活动记录
nav-settings = 设置
nav-skip = 跳到正文
nav-shortcuts = 键盘快捷键
nav-failed = { $count ->
   *[other] { $count } 个服务器需要处理
}
nav-waiting = { $count ->
   *[other] { $count } 个请求在等你答复
}
loading = 正在加载…
not-loaded = Paddock 没有响应
try-again = 重试
apart = ，
pair = { $first }，{ $second }
drop-hint = 把文件夹拖到这里，即可申请访问权限
drop-detail = 在你确认之前，不会授予任何权限。
copy = 复制
copied = 已复制
copy-failed = 无法复制。请选中文本后手动复制。
dismiss = 忽略
cancel = 取消
close = 关闭
notices-label = 通知
when-yesterday = 昨天 { $time }

pause-menu = 暂停所有服务器
pause-15 = 15 分钟
pause-open = 直到我恢复
paused-open = 所有服务器均已暂停，在你恢复之前一直保持停止。
paused-until = 所有服务器均已暂停，将于 { $time } 重新启动。
app-paused-open = { $app } 已暂停：它的服务器保持停止，直到你恢复。
app-paused-until = { $app } 已暂停：它的服务器将于 { $time } 重新启动。
apps-paused-many = 另有 { $count } 个应用已暂停。列出全部：paddock status
app-pause-named = 暂停 { $app }
app-resume-named = 恢复 { $app }
resume = 立即恢复

## Words used in several places

access-read = 只读
access-write-guarded = 可写，但会被执行的文件除外
access-write-commits = 可写并可提交
access-read-write = 可写全部内容
lifetime-one-hour = 1 小时
lifetime-this-run = 服务器运行期间
lifetime-until-midnight = 到今晚午夜
lifetime-always = 直到撤销为止
lifetime-until = 到 { $time } 为止
lifetime-for = { $minutes } 分钟
scope-all = 此服务器的所有文件夹
scope-where-app-works = 仅限应用的工作位置
network-mode-off = 关闭
network-mode-ask = 先询问
network-mode-open = 开放
destination-any = 互联网上的任何名称
destination-under = { $name } 下的任何名称
destination-address = 地址 { $address }
destination-range = 地址范围 { $range }
destination-this-computer = 这台计算机上端口 { $port } 的程序
destination-every-port = 这台计算机上的所有程序
destination-ports = { $port ->
    [web] 80 和 443
   *[other] { $port }
}
rule-allowed = 允许
rule-ask = 先询问
rule-off = 禁用
every-app = 所有应用
left-days = { $days ->
   *[other] 还剩 { $days } 天
}
left-hours = 还剩 { $hours } 小时 { $minutes } 分钟
left-minutes = 还剩 { $minutes } 分钟
left-soon = 还剩不到 1 分钟
left-ending = 即将结束…
reach-missing = 文件夹不见了。在它恢复之前，访问权限暂停。
reach-replaced = 此处现在是另一个文件夹，访问权限已暂停。请查看它，或撤销访问权限。
reach-not-a-folder = 这已不再是文件夹。访问权限已暂停。
reach-denied = 你的账户已无权打开此文件夹。访问权限已暂停。
reach-next-start = 文件夹存在，但服务器本次运行期间不能访问它。服务器下次启动后即可访问。
reach-not-let-in = 已授权，但服务器无法访问：其中有 Paddock 自己的数据，或系统拒绝了访问。请改为授权其中需要的文件夹。
reach-ok = 可以访问
not-enforced = 未强制执行
not-enforced-here = 此处未强制执行：凡是你的账户能读取的内容，此服务器都能读取。
restart-server = 重启服务器
folders-in-command = 它的文件夹是命令的一部分，更改后会重启。
path-expand = 显示完整路径 { $path }
path-copy = 复制路径 { $path }
quoted = “{ $name }”
server-gone = 已移除的服务器

## The first minute

welcome-title = 欢迎使用 Paddock
welcome-lead = 每个服务器可以访问哪些文件夹，由你决定，并由操作系统强制执行。
welcome-skip = 暂时跳过
welcome-done = 完成
welcome-show = 入门步骤
welcome-looking = 正在查找这台计算机上的 AI 应用…
welcome-found = 找到 { $list }。
welcome-found-app = { $count ->
   *[other] { $app } 中的 { $count } 个服务器
}
welcome-reach = { $count ->
   *[other] 凡是你能读取的内容，每个服务器都能读取。
}
welcome-connect = { $count ->
    [0] 接入服务器…
   *[other] 接入 { $count } 个服务器…
}
welcome-connect-next = 应用照常使用原有的服务器，由 Paddock 把每个服务器限制在其文件夹内。你会先看到每一处更改，然后选择文件夹，并确认信任每条命令。
welcome-left = 已接入的服务器
welcome-no-folder = { $server } 还没有文件夹，因此看不到你的任何文件。
welcome-choose-folder = 选择文件夹…
welcome-nothing-found = 这台计算机上的 AI 应用没有可以连接的服务器。可以用 Paddock 自带的服务器试一试。
welcome-granted = { $server } 可以使用 { $folder }。
welcome-tried = 它能在自己的文件夹内工作。
welcome-folder-title = 选择文件夹
welcome-folder = 在你把文件夹授权给 { $server } 之前，它看不到你的任何文件。请选择一个文件夹来试用。它只能读取这个文件夹，而且你可以随时撤销。
welcome-try-title = 试一试
welcome-try = 让 { $server } 列出 { $folder } 中的内容。
welcome-try-it = 试一试
welcome-go-on = 下一步
welcome-prove-title = 用 { $folder } 实测
welcome-prove = Paddock 会让 { $server } 分别在文件夹内外尝试读取，并显示操作系统的处理结果。
welcome-proof-tried = { $server } 尝试的操作
welcome-proof-before = 没有 Paddock 时
welcome-proof-now = 现在
welcome-proof-inside = 在其文件夹内读取
welcome-proof-outside = 在其文件夹外读取
welcome-proof-untried = 未尝试
welcome-proof-unreadable = 你的账户也无法读取
welcome-proof-all = 尝试过的所有操作
welcome-app-title = 接入应用
welcome-app-name = 我的应用
welcome-app = 把以下内容添加到你的 AI 应用的 MCP 配置中，并将“{ $name }”换成应用的名称，应用就会通过 Paddock 使用此服务器。
welcome-show-apps = 显示应用

## Access

access-title = 访问权限
access-lead = 你的服务器可以访问的文件夹。
access-add = 添加文件夹
access-add-more = 添加文件夹的其他方式
access-add-workspace = 从工作区文件添加…
access-revoke-all = 撤销所有访问权限
access-revoke-all-stops = 这也会停止 { $servers }：未强制执行的服务器，不停止就会继续读取。
access-revoke-all-connects = 这也会收回服务器可以连接的 { $count } 个连接目标。
access-everything = 你能读取的一切内容
access-unenforced-list = 未强制执行的服务器
access-unenforced-stop = 停止
access-unenforced-stop-label = 停止 { $server }
access-view = 排列方式
access-by-folder = 按文件夹
access-by-server = 按服务器
access-grid = 表格
access-empty-title = 没有文件夹访问权限
access-empty = 服务器可以启动，但除了自身程序所需的文件外，看不到你的任何文件。
access-empty-told = 服务器可以启动，强制执行的服务器看不到你的任何文件。未强制执行的服务器仍能读取它们。
access-empty-how = 在这里添加文件夹，或把文件夹拖到此窗口的任意位置。哪个服务器可以使用、可以用多久，都由你选择。
access-empty-bundled = Paddock 自带 { $server }，可以先用它试一试。
access-list-folders = 已授权的文件夹
access-list-servers = 已获授权的服务器
access-told-waiting = 已通知；尚未重新读取其文件夹
access-told-waiting-for-call = 下次调用时告知
access-told-never-asked = 从未查询过自己的文件夹
access-told-starting = 服务器正在启动
access-used = 上次使用：{ $time }，{ $by }
access-unused = 尚未见到使用
access-suspended = 已暂停
access-held-back = 暂时只读：其中的只读文件夹 { $folder } 被移走了。请将它放回原处，或撤销其访问权限。
access-next-start = { $server } 重启后即可使用此文件夹。
access-next-start-label = 重启 { $server } 以使用 { $folder }
access-inside = 位于它已有权访问的 { $folder } 内
access-find = 查找文件夹或服务器
access-review = 查看
access-review-label = 查看现在位于 { $folder } 的文件夹
access-revoked-all = { $count ->
   *[other] 已撤销 { $count } 项授权。
}
access-taken-back-all = 已收回 { $count } 个连接目标。
access-revoke = 撤销
access-revoke-label = 撤销 { $server } 对 { $folder } 的访问权限
access-access-label = { $server } 可以在 { $folder } 中做什么
access-lifetime-label = { $server } 可以使用 { $folder } 多久
access-open-folder = 在文件管理器中显示 { $folder }
access-add-server = 把 { $folder } 授权给其他服务器…
access-folded-read = { $count ->
   *[other] { $count } 项授权，只读
}
access-folded-write = { $count ->
   *[other] { $count } 项授权，其中 { $writing } 项可写
}
access-no-grants = 没有文件夹
access-footnote = 未强制执行：{ $servers }。这些服务器只是被告知应使用哪些文件夹，凡是你的账户能读取的内容，它们都能读取。
ended-title = 已结束
ended-clear = 清空列表
ended-revoked = 已撤销：{ $time }
ended-expired = 已到期：{ $time }
ended-run-ended = 已随服务器结束：{ $time }
ended-again = 重新授权
ended-again-all = { $count ->
   *[other] 全部重新授权…
}
ended-again-label = 重新授权：{ $server }，{ $folder }
ended-lingering = 已通知 { $server } 停止使用此文件夹。在它重启之前，这里没有任何机制能阻止它访问。
ended-restart = 重启 { $server }，使其放开 { $folder }
ended-forget = 从列表中移除 { $server } 的 { $folder }

grid-label = 文件夹与服务器
grid-folder = 文件夹
grid-none = 无访问权限
grid-timed = 有时限
grid-inherited = 通过 { $folder }
grid-waits = 等待你同意
grid-choices = { $server } 可以在 { $folder } 中做什么
grid-review = 查看新文件夹
grid-grant = 授权…
grid-help = 方向键移动，Enter 显示选项。R：只读。W：申请可写（会被执行的文件除外）。Delete：撤销。收窄权限立即生效；放宽权限会等待你同意。

retention-with-paths = { $days ->
   *[other] { $days } 天，最多 { $megabytes } MB，含路径
}
retention-without-paths = { $days ->
   *[other] { $days } 天，最多 { $megabytes } MB，不含路径
}
retention-with-arguments = { $days ->
   *[other] { $days } 天，最多 { $megabytes } MB，含调用的全部参数
}

awaits = 等待你同意
awaits-what = 等待你同意：{ $what }
awaits-show = 显示
awaits-show-label = 显示等待你同意的内容：{ $what }
waits-label = 等你答复：{ $what }
waits-about = { $head }：{ $about }
answer-now = 立即答复
awaiting = { $count ->
   *[other] 有 { $count } 个问题等待你同意。
}
awaiting-show-label = 显示等待你同意的内容

host-lost-title = Paddock 的后台服务已停止
host-lost = 所有服务器也随之停止。这里显示的是此前的状态。
host-lost-tries = 正在重新启动后台服务。
host-lost-stays = 它连续多次意外结束，因此不再自动重启。
host-back = Paddock 的后台服务已恢复运行。此前服务器已停止，进行中的调用已取消。

announce-consent = 有一个问题等待你同意。
announce-pick = { $folder } 等待你答复。
announce-granted = 已把 { $folder } 授权给 { $server }。
announce-revoked = 已撤销 { $server } 对 { $folder } 的访问权限。
announce-expired = { $server } 对 { $folder } 的访问权限已到期。
announce-run-ended = { $server } 对 { $folder } 的访问权限已随服务器结束。
announce-held = { $server } 在等你答复：它尝试访问 { $path }。
announce-call = { $app } 在等你答复：它想调用 { $server } 的 { $tool }。
announce-sending = { $server } 在等你答复：它今天已发送 { $size }，达到上限。
announce-destination = { $server } 想连接 { $destination }。
announce-place = { $app } 正在 { $folder } 中工作，而 { $server } 无权使用该文件夹。
announce-asks-model = { $server } 请求模型回答。
announce-asks-form = { $server } 请你填写表单。
announce-asks-url = { $server } 请你打开一个网页。
announce-answer-ready = 给 { $server } 的回答已就绪，等你审阅。
announce-answer-failed = 模型未能为 { $server } 作出回答。
announce-request-over = { $server } 的一个请求未经你答复就已结束。
announce-server-failed = { $server } 出现故障。
announce-server-running = { $server } 正在运行。

## Consent

consent-title-read = 允许 { $server } 读取 { $folder }？
consent-title-write = 允许 { $server } 读取和写入 { $folder }？
consent-title-none = 哪个服务器可以使用 { $folder }？
consent-title-refused = { $folder } 不能授权
consent-server = 服务器
consent-command = 命令
consent-fingerprint = 指纹 { $fingerprint }
consent-bundled = 它是 Paddock 自带的，没有需要信任的命令。
consent-no-fingerprint = 尚未找到该程序，因此没有指纹。
consent-folder = 文件夹
consent-size = 大小
consent-size-whole = { $count ->
   *[other] { $number } 个文件，{ $size }
}
consent-size-part = { $count ->
   *[other] 至少 { $number } 个文件，{ $size }
}
consent-picked-as = 选择时的路径为 { $path }，它是指向此文件夹的符号链接。
consent-window = Paddock：征求你的同意
consent-named-argument = 服务器的命令中指明了它：{ $text }
consent-named-variable = 服务器的变量 { $name } 指明了它。
consent-named-start = 服务器要在其中启动。
consent-named-file = 指明的是其中的文件 { $file }。只能对整个文件夹授权。
consent-project = 识别为
consent-repository = 此文件夹属于 Git 仓库 { $folder }。
consent-repository-use = 改为申请 { $folder }
consent-access = 访问权限
consent-access-read-hint = 只能查看，不能更改。
consent-access-guarded-hint = 可以更改和删除文件，但不包括 Git 的文件夹、钩子，以及你的编辑器、智能体、shell 和开发容器会执行的设置。
consent-access-commits-hint = 可以更改和删除文件，并用 Git 提交。它不会写入 Git 的钩子和设置，也不会写入你的编辑器、智能体、shell 和开发容器会执行的内容。但你自己的 Git 会依照 Git 文件夹中的内容和已提交的内容行事：恶意服务器可以借此让它运行程序，或写入其他位置。仅当你放心把此仓库交给该服务器时，才选择此项。
consent-access-guarded-less-hint = 这台计算机无法区分出这类文件，因此只能查看。
consent-access-write-hint = 可以更改和删除文件，包括会被你的其他程序执行的文件：钩子、任务、智能体的设置。
consent-told-read-hint = 会告知它：只能查看，不能更改。
consent-told-write-hint = 会告知它：可以更改和删除文件。
consent-duration = 有效期
consent-duration-run-stopped = 服务器停止时结束。它现在已停止，因此从下次运行时开始。
consent-enforcement = 强制执行
consent-enforced-live = 由操作系统强制执行，实时生效。
consent-enforced-restart = { $count ->
    [0] 由操作系统强制执行；更改时服务器会重启。
   *[other] 由操作系统强制执行；更改时服务器会重启（进行中的 { $count } 个调用会被取消）。
}
consent-enforced-none = 这台计算机上没有任何机制能强制执行，因此服务器保持停止。
consent-effect = 效果
consent-effect-running = 立即告知 { $server }。它不会重启，也不会取消任何调用。
consent-effect-restart = { $server } 会重启，启动后即可使用此文件夹。
consent-effect-never-asked = { $server } 正在运行，但从未查询过文件夹，因此可能不会察觉。
consent-effect-stopped = { $server } 启动时会告知它。
consent-effect-untrusted = 在你信任 { $server } 的命令之前，它不会运行。
consent-effect-paused = 服务器已暂停。你恢复时会告知 { $server }。
consent-granted-to = 已授权给 { $servers }。
consent-replaces = { $server } 已有此文件夹的授权。允许后，将取代原有授权。
consent-type-name = 输入 { $folder } 以允许
consent-type-hint = 授权此文件夹有危险。请输入它的名称以确认。
consent-sends-anywhere = { $server } 可以连接到任何地方，因此可能把读到的内容发送给互联网上的任何人。
consent-allow = 允许
consent-deny = 不允许
consent-later = 稍后决定
consent-series = { $server } 指明了 { $count } 个文件夹，等待你答复。
consent-title-folders-read = { $count ->
   *[other] 允许 { $server } 读取 { $count } 个文件夹？
}
consent-title-folders-write = { $count ->
   *[other] 允许 { $server } 读取和写入 { $count } 个文件夹？
}
consent-title-folders-none = { $server } 可以使用哪些文件夹？
consent-folders = 文件夹
consent-folders-hint = 未勾选的文件夹不会授权，也不会再次询问。
consent-folders-tick = 授权 { $folder }
consent-series-none = 暂时全部跳过
consent-changed = 问题已发生变化。请重新阅读后再答复。
consent-unread = 下方还有内容。请先滚动到末尾，再表示同意。
consent-no-servers = 没有可授权的服务器。请先添加一个。
consent-reached = { $server } 曾自行尝试打开它。
consent-position = 第 { $number } 个，共 { $count } 个
consent-previous = 上一个问题
consent-next = 下一个问题
consent-put-off = 留待稍后
consent-put-off-hint = { $count ->
   *[other] 还有 { $count } 个问题在等待。你可以关闭此窗口：在你答复之前，这些问题会留在 Paddock 主窗口中。
}
consent-nothing = 没有等待你同意的问题
consent-nothing-hint = 你可以关闭此窗口。
consent-keys = Ctrl+Enter 允许，Esc 让它继续等待。
consent-level-note = 提示
consent-level-amber = 注意
consent-level-red = 危险
consent-level-refused = 已拒绝

project-git = Git 仓库
project-rust = Rust
project-node = Node.js
project-python = Python
project-go = Go
project-java = Java
project-dotnet = .NET
project-ruby = Ruby
project-php = PHP

## Consent to what was asked for in the window, or by another program

asked-by = 由 { $path } 提出，并非来自 Paddock 的窗口。
asked-by-started = 由 { $path } 提出（该程序由 { $parent } 启动），并非来自 Paddock 的窗口。
asked-by-hint = 如果你不清楚它为什么提出，请不要允许。
wish-now = 目前
wish-retention-title = 减少保留的活动记录？
wish-retention-warning = 早于新期限或超出新上限的记录会被删除；不记录路径时，新记录不会说明使用了哪些文件。之后，任何人都无法再看到服务器当时做过什么。
wish-retention-agree = 减少保留
wish-arguments-title = 记录调用工具时的参数？
wish-arguments-warning = 参数可能含有文件内容，以及你对 AI 应用说过的话。在删除之前，以你的账户运行的任何程序都能在活动记录中读到它们。已知的机密信息会被略去。
wish-arguments-agree = 记录
wish-delete-activity-title = 删除全部活动记录？
wish-delete-activity-warning = 之后，任何人都无法再看到服务器和应用做过什么。只会记下曾经删除过，以及删除的时间。
wish-delete-activity-agree = 删除活动记录
wish-delete-activity-keep = 保留
wish-secrets-in-file-title = 允许 Paddock 在自己的文件中保存机密信息？
wish-secrets-in-file-warning = 密钥环不接受的机密信息将保存在文件中，你账户下的所有程序都能读取该文件。
wish-provider-title = 将服务器的请求发送给 { $provider }？
wish-provider-where = 发往何处
wish-provider-effect = 含义
wish-provider-means = 凡是你让那里的模型回答的请求，都会连同其中的文字、图片和音频，以及为它设置的密钥（如果有），一起发往此地址。
wish-then = 之后
wish-then-access = { $access }。{ $hint }
wish-state = 状态
wish-on = 开启
wish-off = 关闭
wish-change = { $before } → { $after }
wish-none = 无
wish-access-title = 允许 { $server } 在 { $folder } 中执行更多操作？
wish-lifetime-title = 允许 { $server } 更长时间地使用 { $folder }？
wish-again-title = 重新把 { $folder } 授权给 { $server }？
wish-again-duration = 与之前相同。如果已经到期，则从现在起 1 小时。
wish-all-again-title = 重新授予以下所有权限？
wish-all-again-agree = { $count ->
   *[other] 全部授予（{ $count } 项）
}
wish-all-again-destinations = 连接目标
wish-all-again-lost = 以下内容无法恢复：
wish-all-again-replaced = 这里现在是另一个文件夹。
wish-all-again-missing = 它已不在那里。
wish-all-again-not-a-folder = 它不再是文件夹。
wish-all-again-denied = 无法打开它。
wish-network-title = 允许 { $server } 连接任何地方？
wish-network-warning = 今后不会再询问你。它将可以访问整个互联网、你所在网络中的其他计算机，以及这台计算机上的程序（例如数据库）。
wish-network-warning-reads = 它可以读取 { $folders }，并可能把读到的内容发送到任何地方：今后不会再询问你。它将可以访问整个互联网、你所在网络中的其他计算机，以及这台计算机上的程序（例如数据库）。
wish-network-ask-title = 允许 { $server } 请求连接？
wish-network-allowed = 它可以连接
wish-most-sent-title = 允许 { $server } 每天发送更多数据？
wish-send-today-title = 允许 { $server } 今天发送更多数据？
wish-sent = 今天已发送
sending-up-to = 今天最多 { $size }
sending-unlimited = 今天不限制
sending-stopped = 今天不再发送
wish-destination-title = 允许 { $server } 连接 { $destination }？
wish-destination = 连接目标
wish-destination-ports = { $port ->
    [web] 端口
   *[other] 端口
}
wish-destination-private = 位于专用网络，地址为
wish-destination-private-means = 该名称及其地址会一并得到允许。之后，服务器也可能通过其他已允许的名称连接这个地址。
wish-destination-reads = 它可以读取 { $folders }，并可能把读到的内容发送到那里。
wish-destination-reads-anywhere = 它可以读取 { $folders }，并可能把读到的内容发送给互联网上的任何人。
wish-destination-reads-all = 凡是你的账户能读取的内容，它都能读取，并可能把读到的内容发送到那里。
wish-destination-reads-all-anywhere = 凡是你的账户能读取的内容，它都能读取，并可能把读到的内容发送给互联网上的任何人。
wish-destination-is-open = 它的网络是开放的，因此已经可以连接那里。只有把它的网络设为“先询问”，这项设置才会生效。
wish-destination-is-off = 它的网络已关闭。只有把它的网络设为“先询问”，这项设置才会生效。
wish-destination-not-here = 这台计算机无法把服务器限制在指定的连接目标，因此它的网络是关闭的。
wish-forget-title = 连接 { $destination } 时恢复询问？
wish-forget-now = 它不可连接那里，也不会询问你。
wish-forget-then = 它尝试连接时会询问你。如果你允许过的其他连接目标涵盖此处，它可能不经询问就连接。
wish-confinement-title = 更改对 { $server } 的保护？
wish-resume-title = 在暂停结束前启动服务器？
wish-resume-app-title = 在暂停结束前让 { $app } 使用它的服务器？
wish-resume-servers = 服务器
wish-resume-keep = 保持暂停
wish-terminal-title = 允许在终端中表示同意？
wish-terminal = 除此窗口外，还可以在这台计算机的终端中作答，来授权文件夹和信任命令。
wish-terminal-warning = 能控制你的终端的程序（例如拥有 shell 的 AI 智能体）可能会替你作答。
wish-scope-title = 把 { $server } 的所有文件夹提供给应用？
wish-scope = 此服务器的所有文件夹，不论应用在哪里工作
wish-scope-folders = 它的文件夹
wish-rule-title = 允许 { $app } 调用 { $server } 的 { $tool }？
wish-rule-title-all = 允许所有应用调用 { $server } 的 { $tool }？
wish-rule-tool = 工具
wish-rule-app = 应用
wish-rule-as-all = 与所有应用相同：{ $rule }
wish-hold-title = 允许应用调用 { $server } 中已发生变化的工具？
wish-hold-warning = 服务器可以在你熟悉某个工具之后，改变它的行为。对这类工具的调用将不再等你答复。
wish-hold-now = 等你答复
wish-hold-then = 不等你答复
wish-changed-title = 按现状接受 { $server } 中已发生变化的工具？
wish-changed-tools = 首次见到后有变化的工具
wish-changed-then = 对这些工具的调用不再因为这些变化而等你答复。
wish-gone-title = 已不再需要
wish-gone = 这件事已经完成，或者所涉及的内容已发生变化或不复存在。没有允许任何操作。

## Consent to a call that waits

held-call-title = { $app } 想调用 { $server } 的 { $tool }
held-call-loading = 正在加载参数…
held-call-arguments = 参数
held-call-no-arguments = 无
held-call-about = 服务器对它的说明
held-call-claims = 服务器声称：{ $claims }。
held-call-claims-none = 服务器没有说明它会做什么。
held-call-claim-read-only = 只读取
held-call-claim-changes = 会作出更改
held-call-claim-destructive = 可能造成破坏
held-call-claim-harmless = 不会造成破坏
held-call-unproved = Paddock 无法验证这一点。
held-call-works-in = 工作位置
held-call-changed = { $tool } 在首次见到后发生了变化：服务器现在对它的描述不同了。
held-call-lapsed = 已让 { $app } 稍后重试。你的答复将用于它的下一次尝试。
held-call-means = 1 小时或本次会话：只在本次会话内，直到 { $app } 结束会话为止。始终：{ $app } 对 { $tool } 的每一次调用，而这个应用名称 Paddock 无法验证。
held-call-once = 允许一次
held-call-hour = 允许 1 小时
held-call-session = 本次会话内允许
held-call-always = 始终允许

## Check a path

check-title = 检查路径
check-lead = 查看哪些服务器可以使用某个路径。不会打开或读取任何内容。
check-paths = 路径，每行一个
check-server = 检查对象
check-all = 所有服务器
check-run = 检查
check-result = 结果
check-path = 路径
check-empty = 没有可检查的服务器。
check-read = 可以读取
check-write-guarded = 可以读取和写入，但会被执行的文件除外
check-read-guarded = 可以读取。其他程序会执行它，因此不可写入
check-read-write = 可以读取和写入全部内容
check-needed = 会读取：它自身的程序需要此内容才能运行
check-own-home = 会读取和写入：位于它自己的主文件夹中
check-withheld = 暂不提供：服务器目前无法打开此文件夹
check-next-start = 暂不提供：服务器下次启动后才能访问
check-outside = 不在已授权的范围内
check-outside-near = 不在范围内。最接近的已授权文件夹是 { $folder }
check-not-enforced = 凡是你能访问的，它都能访问：未强制执行
check-not-a-path = 不是绝对路径
check-through = 通过 { $folder }
check-footnote = 以上结果依据现有授权、受信任程序的运行所需，以及目前强制执行的限制得出。

## Servers

servers-title = 服务器
servers-lead = 使用 MCP 通信的程序，由 Paddock 启动和监管。
servers-list = 已配置的服务器
servers-add = 添加服务器
servers-empty-title = 没有服务器
servers-empty = 添加你的 AI 工具要用的程序，可以填写表单，也可以粘贴它们的配置。
servers-bundled = Paddock 自带
servers-tab-overview = 概览
servers-tab-tools = 工具
servers-tab-resources = 资源
servers-tab-prompts = 提示词
servers-tab-messages = 消息
servers-tab-log = 日志
servers-sections = { $server } 的各个部分
servers-start = 启动
servers-stop = 停止
servers-restart = 重启
servers-edit = 编辑
servers-remove = 移除
servers-remove-ask = { $count ->
    [0] 移除 { $server } 并将其停止？
   *[other] 移除 { $server }，将其停止，并结束它对 { $count } 个文件夹的访问权限？
}
servers-remove-keep = 保留
servers-removed = 已移除 { $server }。
servers-add-again = 重新添加
starting-title = { $server } 正在启动
starting-elapsed = 正在启动… { $seconds } 秒
starting-wait = 正在启动。
starting-confined = 已经限制在其文件夹内。
last-lines = { $count ->
   *[other] 最后输出的内容
}
servers-trust = 信任并启动
servers-trust-ask = 信任…
servers-ask-first = 当它首次访问其他内容时询问我
servers-trust-new = 此命令从未在这里运行过。在它启动之前，请通读命令全文和它运行所需的内容。
servers-trust-changed = 自你信任后，此命令或其程序已发生变化。在你信任此版本之前，它保持停止。
trust-this-version = 信任此版本
trust-keep-stopped = 保持停止
diff-added = 新增
diff-removed = 删除
diff-same-words = 命令行没有变，但某个程序文件或它所需的内容发生了变化。在你信任此版本之前，它保持停止。
diff-runtime = 命令和它自己的文件没有变，但运行它们的环境及其中安装的内容变了（例如更新了 Node.js 或 Python）。在你信任此版本之前，它保持停止。
diff-whole = 完整命令
servers-command = 命令
servers-arguments = 参数
servers-no-arguments = 无
servers-found = 程序
servers-link-to = 指向 { $file } 的链接
servers-not-found = 尚未找到
servers-fingerprint = 指纹
servers-cwd = 启动位置
servers-cwd-default = 默认文件夹
servers-env = 变量
servers-env-none = 未设置
servers-env-kept = 保存在你的密钥环中：{ $names }
servers-env-in-file = 保存在 Paddock 自己的文件（仅你的账户可读，权限 0600）中的机密信息：{ $names }
servers-env-hint = 机密信息的值不会显示。
servers-reported = 自报身份
servers-reported-none = 尚未报告
servers-revision = MCP 协议版本
servers-revision-none = 尚未协商
servers-calls = 进行中的调用
servers-in-flight = { $count } 个调用正在进行
servers-told = 文件夹列表
servers-told-told = 包含以上文件夹
servers-told-waiting = 已通知；尚未重新读取其文件夹
servers-told-waiting-for-call = 下次调用时告知
servers-told-never-asked = 从未查询过自己的文件夹
servers-told-not-running = 未运行
servers-folders = 文件夹
servers-folders-all = 你能读写的一切内容：未强制执行。授权只是告知它应使用哪些文件夹。
servers-folders-none = 没有文件夹。你的文件都没有授权给它。
servers-asked = 要求
servers-supported = 此处支持
servers-in-force = 实际状态
servers-lingering-title = 已通知停止使用，但无法阻止
servers-lingering = 已通知 { $server } 停止使用这些文件夹。在它重启之前，这里没有任何机制能阻止它访问。
servers-lingering-empty = 已知此服务器在被告知没有文件夹后，仍会继续使用最后的那些文件夹。
servers-run-details = 本次运行
revision-session = 有会话：运行期间告知更改
revision-stateless = 无状态：每次调用时告知
revision-waiting = 无状态：下次调用时告知
offers = 提供
offers-nothing = 无
offers-tools = 工具
offers-resources = 资源
offers-subscribe = 资源订阅
offers-prompts = 提示词
offers-completions = 补全
offers-tasks = 任务

sessions-title = 正在使用它的应用（{ $count }）
sessions-lead = 每个应用都有自己的进程。名称来自应用的配置，Paddock 无法验证。
sessions-no-folder = 不清楚它在哪里工作。
sessions-works-in = 工作位置
sessions-reaches = { $count ->
    [0] 不能访问任何文件夹
   *[other] 可以访问 { $count } 个文件夹
}
sessions-reaches-all = 可以访问你能读取的一切内容
sessions-number = 会话 { $number }
sessions-since = 开始于 { $time }
sessions-take = 移除
sessions-take-label = 从 { $app } 移除 { $folder }
sessions-taken = 已移除，直到会话结束：{ $folders }
sessions-pause = 暂停
sessions-calls = { $count ->
    [0] 尚无调用
   *[other] { $count } 次调用
}
sessions-open-handles = 这些文件是它在访问权限撤销之前打开的，在被结束之前，它仍可继续使用。
sessions-end = 结束
sessions-end-label = 结束 { $app }
sessions-end-label-folder = 结束 { $folder } 中的 { $app }
sessions-ended = 已结束 { $app } 的 { $server } 进程。该应用可能会再启动一个。
sessions-all = 全部显示（{ $count }）
sessions-fewer = 收起
sessions-used-by = 正由 { $apps } 使用
sessions-used-by-many = { $count ->
   *[other] 正由 { $count } 个应用使用
}
sessions-used-trouble = { $used }：{ $trouble }
scope-title = 应用可以得到哪些文件夹
scope-hint = 仅限应用的工作位置：每个应用只得到这些文件夹中它正在工作的那一部分。

lifecycle-title = 启动和停止
lifecycle-restart = 自行结束时
lifecycle-on-failure = 出错后重启
lifecycle-on-failure-hint = 会重启几次，之后保持停止。
lifecycle-always = 始终重启
lifecycle-always-hint = 无论怎样结束都会重启，除非它总是一启动就结束。
lifecycle-never = 保持停止
lifecycle-never-hint = 在你启动之前，保持停止。
lifecycle-on-demand = 首次使用时启动
lifecycle-on-demand-hint = 不随 Paddock 启动，等到首次使用时再启动。
lifecycle-idle = 闲置时停止
lifecycle-idle-hint = 下次使用时会再次启动。
lifecycle-idle-off = 从不
lifecycle-keep-alive = 健康检查
lifecycle-keep-alive-hint = 服务器若停止应答，会被停止，并按故障处理。没有会话的服务器不检查。
lifecycle-keep-alive-off = 关闭
lifecycle-seconds = 每 { $seconds } 秒
lifecycle-minutes = { $minutes } 分钟后
lifecycle-unit-seconds = 秒
lifecycle-unit-minutes = 分钟
lifecycle-other = 其他…
lifecycle-other-label = { $what }（{ $unit }）
lifecycle-bounds = 从 { $least } 到 { $most }。

## How much of the computer a server may take

limits-title = 资源限制
limits-hint = 服务器若要更多内存或进程，会被拒绝或停止；你的其他程序不受影响。更改这两项会重启正在运行的服务器。
limits-memory = 内存上限
limits-memory-none = 不限制
limits-memory-mb = { $count } MB
limits-memory-gb = { $count } GB
limits-memory-unit = MB
# One after the other.
sentences = { $first }{ $then }
limits-sent = 每天发送量上限
limits-sent-hint = 发往所有连接目标的数据合并计算。达到上限时，它会等待，Paddock 会询问你。
limits-sent-none = 不限制
limits-sent-mb = { $count } MB
limits-sent-gb = { $count } GB
limits-sent-unit = MB
limits-sent-so-far = 今天已发送 { $size }。
limits-sent-open = 它的网络开放时，不统计发送量。
limits-sent-uncounted = 没有机制把它限制在指定的连接目标，因此不统计发送量。
limits-sent-today = 今天最多可发送 { $size }。
limits-sent-today-unlimited = 今天不限制发送量。
limits-sent-today-stopped = 它今天不再发送任何数据。
limits-processes = 进程和线程数上限
limits-processes-count = { $count }
limits-processes-unit = 个
limits-held-group = 由控制组（cgroup）限制：所有进程合并计算。
limits-held-namespace = 由服务器自己的命名空间限制：所有进程合并计算。
limits-held-process = 对每个进程单独限制。
limits-held-nothing = 这台计算机上无法施加此限制。

## What keeps a server to its folders

asked-enforced = 强制执行
asked-advisory = 不强制执行
supported-live = { $tier }，更改立即生效
supported-restart = { $tier }，更改时重启
supported-nothing = 无
supported-none = 这台计算机上没有任何机制能把它限制在其文件夹内。
tier-live-mounts = 实时挂载
tier-landlock = Landlock
in-force-active = 生效中
in-force-live = 操作系统把它限制在其文件夹内。更改立即生效，无需停止运行。
in-force-restart = 操作系统把它限制在其文件夹内。更改后会重启。
in-force-later = 运行时强制执行
in-force-later-why = 它没有运行，因此没有可强制执行的对象。从启动起，它就会被限制在其文件夹内。
in-force-starting = 从启动起强制执行
in-force-starting-why = 它正在启动，并且从一开始就被限制在其文件夹内。
in-force-impossible = 无法强制执行
in-force-changing = 正在更改
in-force-changing-why = 正在应用更改，只需几毫秒。
in-force-restarting = 正在重启服务器
in-force-restarting-why = 正在重启以应用更改。
in-force-open = { $count ->
   *[other] { $count } 个先前打开的文件仍打开
}
in-force-open-why = 它的文件夹与你的授权一致。在最近一次撤销访问权限之前打开的文件会一直打开，直到它重启。
in-force-failed = 强制执行失败
open-handles = { $server } 在访问权限撤销之前打开了一些文件，并可继续使用。重启它就会关闭这些文件。
nothing-enforces-title = 这里没有任何强制执行
nothing-enforces = 这台计算机上没有任何机制能把服务器限制在其文件夹内。服务器会保持停止，除非你允许某个服务器在不强制执行的情况下运行。
nothing-enforces-details = 缺少什么

protection-title = 保护
protection-prove = 实测
prove-restarts = { $count ->
    [0] 实测会重新启动 { $server }。
   *[other] 实测会重新启动 { $server }，并结束正在处理的 { $count } 个调用。
}
protection-proving = 正在实测…
proof-none = 本次运行尚未检查。服务器启动时和每次更改后都会检查。
proof-holds = { $count ->
    [0] { $time } 检查：已全部拦截
   *[other] { $time } 检查：开放 { $count } 个文件夹，其余全部拦截
}
proof-leaks = { $time } 检查：限制未能守住
proof-findings = 检查了哪些内容
finding-read = 允许读取
finding-write = 允许读取和写入
finding-blocked = 已拦截
finding-blocked-by = 已拦截（{ $error }）
finding-expected-nothing = 应被拦截
finding-expected-read = 应为只读
finding-expected-write = 应可读取和写入
proved-title = 尝试过的操作
proved-holds = 限制有效。凡是没有授权给 { $server } 的，都已拦截。
proved-holds-files = 对文件和文件夹的限制有效：凡是没有授权给 { $server } 的，都已拦截。
proved-leaks = 限制未能守住。{ $server } 访问到了不应访问的内容，或者无法访问应能访问的内容。
proved-at = 尝试时间：{ $time }
proved-allowed = 已允许
proved-blocked = 已拦截
proved-blocked-by = 被操作系统拦截（{ $error }）
proved-expected = 符合预期：{ $expected }
proved-unexpected = 不符合预期：{ $expected }
proved-by-tool = 通过它自己的工具
proved-server = 使用 { $server }
network = 网络
network-modes = { $server } 可以怎样使用网络
network-off = 它不能访问其他计算机，也不能访问这台计算机上的程序。
network-ask = 它可以访问你允许的连接目标。当它尝试访问其他目标时，会询问你。
network-ask-not-here = 此处已关闭：这台计算机无法把服务器限制在指定的连接目标。
network-open = 它可以访问互联网、其他计算机，以及这台计算机上的程序，不会询问你。
network-offer-ask = 它可以连接任何地方，而且不会询问你。
network-offer-ask-do = 从现在起先询问
destinations-title = 它可以连接哪里
destinations-none = 你还没有对任何连接目标作出决定。
destinations-allowed = 已允许：{ $duration }
destinations-never = 一律不允许，也不询问
destinations-ports = { $port ->
    [web] 端口 80 和 443
   *[other] 端口 { $port }
}
destinations-seen = { $count ->
   *[other] { $count } 个连接，其中 { $open } 个仍打开
}
destinations-bytes = 已发送 { $sent }，已接收 { $received }
destinations-last = 最近使用：{ $time }
destinations-unused = 尚未使用
unreached-no-address = 上次尝试失败（{ $time }）：找不到此名称的地址。请检查拼写和网络连接。
unreached-unreachable = 上次尝试失败（{ $time }）：那里没有响应。请检查该服务是否正在运行。
unreached-not-looked-up = 上次尝试失败（{ $time }）：未能及时查到此名称的地址。请检查网络连接。
unreached-private-network = 上次尝试失败（{ $time }）：此名称指向专用网络。如果你希望连接，请同时允许那里的地址。
unreached-this-computer = 上次尝试失败（{ $time }）：这是本机的地址。如果要让服务器连接到本机，请改为允许本机的端口。
unreached-this-link = 上次尝试失败（{ $time }）：此名称指向同一本地链路上的设备，或云服务的凭据。如果你希望连接，请同时允许那里的地址。
unreached-address-refused = 上次尝试失败（{ $time }）：此名称指向你已拒绝的地址。
unreached-nowhere = 上次尝试失败（{ $time }）：此名称指向一个保留地址。
unreached-proxy = 上次尝试失败（{ $time }）：你的代理无法连接到那里。
unreached-port-closed = 上次尝试失败（{ $time }）：无法为服务器打开此端口。请重新启动服务器。
unreached-greeting = 上次尝试失败（{ $time }）：服务器在那里请求的是另一个名称，因此 Paddock 断开了连接。
destinations-take-back = 收回
destinations-take-back-label = 收回 { $destination }
destinations-taken-back = 已从 { $server } 收回 { $destination }。
destinations-allow-again = 再次允许…
destinations-ask-again = 恢复询问
destinations-ask-again-label = 恢复询问：{ $destination }
destinations-allow-title = 允许连接目标
destinations-allow-where = 名称、地址或地址范围
destinations-allow-hint = 例如 api.example.com、*.example.com、10.0.0.0/8 或 localhost:5432
destinations-allow-how-long = 有效期
destinations-allow = 允许…
destinations-inert-off = 只有把它的网络设为“先询问”，这些设置才会生效。
destinations-inert-open = 它的网络是开放的，只有设为“先询问”，这些设置才会生效。
network-bound-system = 这台计算机无法单独关闭某个服务器的网络。
network-bound-advisory = 不强制执行时，无法关闭网络。
confinement-restarts = 更改后会重启。
ask-first = 首次访问时询问
ask-first-hint = 当它首次访问某项未授权的内容时，会等到你答复为止。更改后会重启。
ask-first-bound-system = 此处不可用：这台计算机无法显示服务器尝试访问什么。
ask-first-bound-restart = 此处不可用：需要能在服务器运行期间更改的强制执行方式。
ask-first-bound-advisory = 不强制执行时，它的任何操作都无法暂缓。
enforce-on = 强制执行
enforce-on-hint = 把它限制在其文件夹内，否则不运行。
enforce-off = 不强制执行
enforce-off-hint = 会告知它应使用哪些文件夹，但没有任何机制能阻止它使用其他文件夹。
enforce-without = 不强制执行，直接运行…
enforce-again = 恢复强制执行
enforce-title = 在不强制执行的情况下运行 { $server }？
enforce-warning = 凡是你的账户能读取和更改的内容，它都将能读取和更改：密钥、邮件、浏览器数据、所有项目。届时，你的授权对它只是建议。
enforce-keep = 保持强制执行
enforce-yes = 是，允许它读取我的账户能读取的一切内容
reads-title = 除授权外它还能读取的内容（{ $count }）
reads-home = 它自己的主文件夹（读取和写入）
reads-program = 程序本身
reads-runtime = 所用语言的运行时
reads-system = 系统的程序和库
reads-certificates = 证书
reads-names = 主机名和用户名
footprint-title = 运行所需
footprint-none = 不需要你的任何文件。它只使用系统提供的内容。
footprint-untold = Paddock 无法判断它会运行哪些文件。谁能更改这些文件，谁就能决定它做什么。
footprint-program = 它的程序
footprint-runtime = 它的运行时
footprint-size = { $files ->
   *[other] { $files } 个文件，{ $size }
}
footprint-size-least = { $files ->
   *[other] 至少 { $files } 个文件，{ $size }
}
footprint-size-unknown = 未统计大小
footprint-hidden = { $count ->
   *[other] 其中 { $count } 处疑似机密信息保持隐藏
}
footprint-new = 尚未同意
footprint-gone = 不再需要
trust-withdraw = 取消信任
trust-withdraw-label = 取消对 { $server } 的信任：它会停止，再次运行前会询问
programs-title = 程序运行所需
programs-lead = 只读。你在信任命令时已同意这些内容。取消信任会停止服务器。
attempts-title = 它尝试过的访问
attempts-none = 没有超出授权范围的访问。
attempt-waits = 等你答复
attempt-read = { $count ->
   *[other] 尝试读取 { $count } 次，最近一次：{ $time }
}
attempt-write = { $count ->
   *[other] 尝试写入 { $count } 次，最近一次：{ $time }
}
attempt-connect = { $count ->
   *[other] 尝试连接 { $count } 次，最近一次：{ $time }
}
attempt-refused = { $count ->
   *[other] 已按你的选择拒绝 { $count } 次，最近一次：{ $time }
}
attempt-allow = 允许…
attempt-allow-label = 允许 { $destination }…
attempt-grant = 授权此文件夹…
attempt-write-here = 允许在此写入…
attempt-write-all = 允许在此写入全部内容…
attempt-write-commits = 允许在此写入并提交…
attempt-program = 这是某个服务器程序的一部分。无论你授予什么权限，服务器都不能更改它。
attempt-granted = { $folder } 已授权：{ $access }
attempt-folder-label = { $what } { $folder }
attempt-deny-label = 不允许 { $path }
attempt-dismiss-label = 忽略 { $path }
not-entered = 按设置它应在 { $folder } 中启动，但该文件夹没有授权给它。在你授权该文件夹并重启它之前，它会在自己的主文件夹中启动。
unmet = { $count ->
   *[other] 它的命令指明了 { $count } 个它无权访问的文件夹：{ $folders }。
}
unmet-ask = { $count ->
   *[other] 授权所指明的文件夹…
}
missed = 它无法读取启动所需的 { $path }。

state-stopped = 已停止
state-needs-trust = 尚未信任
state-starting = 正在启动
state-running = 正在运行
state-stopping = 正在停止
state-restarting = 正在重启
state-failed = 故障
state-paused = 已暂停
state-asleep = 使用时启动
state-running-since = 正在运行，开始于 { $time }
state-restarting-at = 将于 { $time } 再次启动，第 { $attempt } 次尝试

form-title-add = 添加服务器
form-way = 添加方式
form-by-form = 填写表单
form-by-paste = 粘贴 JSON
form-name = 名称
form-program = 程序
form-program-hint = 可在 PATH 中找到的名称（例如 npx），或绝对路径。
form-args = 参数，每行一个
form-env = 环境变量
form-env-name = 变量名
form-env-value = 变量的值
form-env-add = 添加变量
form-env-remove = 移除变量 { $name }
form-env-shown = 显示值
form-env-kept = 保持不变。输入即可替换
form-env-kind = { $name } 是否为机密信息
form-env-kind-auto = 自动判断
form-env-kind-secret = 机密信息
form-env-kind-plain = 非机密信息
form-env-hint = 机密信息会存入桌面的密钥环，之后不会再显示。
form-env-in-file = 桌面的密钥环目前不接受机密信息，因此 Paddock 把它们保存在自己的文件中，该文件仅你的账户可读（权限 0600）。可以在“设置”中更改。
form-cwd = 启动位置
form-cwd-hint = 可选。绝对路径。
form-save = 保存
form-add = 添加服务器
form-hint = 在你看过确切的命令并予以信任之前，不会运行任何内容。
form-edit-hint = 命令更改后，必须重新信任才能运行。
paste-label = 配置
paste-hint = 一条命令，例如 npx -y some-server ~/folder，或客户端设置中的 mcpServers 或 servers 部分。可以有注释。
paste-hint-more = 也可以读取注册表的 server.json，以及用于在 Paddock、Cursor 或 VS Code 中安装服务器的链接。
paste-open = 打开文件…
paste-open-hint = 捆绑包（.mcpb 或 .dxt）或 server.json。也可以把它拖到此窗口。
paste-read = 查找服务器
paste-found = { $count ->
   *[other] 找到 { $count } 个服务器
}
paste-add = 添加 { $server }
paste-edit = 先编辑：{ $server }
paste-edit-short = 先编辑
paste-add-short = 添加
paste-added = 已添加
paste-unusable = 无法在这里运行
paste-command = 将要运行的命令
asked-title = 它要求提供的内容
asked-several = 每行一个。
asked-path = 选择路径尚不会给服务器任何权限。添加服务器之后，会就每个文件夹逐一询问你。
asked-choose-folder = 选择文件夹…
asked-choose-file = 选择文件…
arrival-title-bundle = 从捆绑包添加 { $server }
arrival-title-file = 从文件添加 { $server }
arrival-title-link = 一个链接请求添加 { $server }
arrival-from = 来自
arrival-link = 这样的链接谁都可以制作。如果不是你自己要找的，请不要添加。
arrival-name = 名称
arrival-version = 版本
arrival-author = 作者
arrival-description = 说明
arrival-claims = 以上均为捆绑包的自述，未经任何人核实。
arrival-waits = 捆绑包会解压，其服务器保持停止：在你看过确切的命令并予以信任之前，不会运行其中的任何内容；文件夹则等待你同意。
arrival-leave = 不添加
arrival-title-update = 用于 { $server } 的捆绑包
update-waits = 在你看过新命令并予以信任之前，{ $server } 保持停止。它的文件夹、连接目标和规则保持不变。
update-choice = 如何处理
update-newer = 将 { $server } 从 { $from } 更新到 { $to }
update-older = 将 { $server } 从 { $from } 退回到 { $to }
update-same = 将 { $server } 的版本 { $from } 替换为此捆绑包
update-unclear = 将 { $server } 的版本 { $from } 替换为 { $to }
update-add = 添加为另一个服务器
update-note-older = 此捆绑包比 { $server } 所用的捆绑包旧。此后修复的缺陷可能会再次出现。
update-note-same = 两个捆绑包都自称是版本 { $to }，但内容并不相同。
update-note-unclear = 从版本的写法看不出哪一个更新。
update-edited = 添加捆绑包之后，{ $server } 的命令被手动更改过。更新会替换这些更改。
update-same-author = 两个捆绑包写的是同一作者。两者都未经核实。
update-identical = { $server } 已经在使用这个捆绑包。
update-stranger = { $server } 由一个同名的捆绑包运行，其自述作者为 { $author }。此捆绑包写的是另一作者，因此只能添加为另一个服务器。
update-unreadable = { $server } 由一个同名的捆绑包运行，但那个捆绑包已无法读取。因此此捆绑包只能添加为另一个服务器。
update-changes = 有哪些变化
update-version = 版本
update-command = 命令
update-environment = 变量
update-nothing = 无
update-asks-new = 还要求提供 { $title }
update-asks-changed = 以另一种方式要求提供 { $title }
update-asks-gone = 不再要求提供 { $title }
update-nothing-changes = 命令、变量以及要求提供的内容都不变。捆绑包中的文件可能不同。
update-stays = 留空则保留你之前提供的值。
update-leave = 不更改
update-do = 更新 { $server }
update-do-replace = 替换
paste-names = 它指明了 { $folders }：授予只读访问权限
paste-named = 它指明了 { $folders }。
paste-env = 变量：{ $names }
paste-missing = 命令指明了 { $path }，但这台电脑上没有它。
paste-missing-folder = 选择文件夹来代替 { $path }
paste-missing-file = 选择文件来代替 { $path }
paste-introduce = 添加、信任并启动 { $server }
paste-introduce-short = 添加、信任并启动
paste-introduce-all = 添加、信任并启动全部 { $count } 个
paste-introduce-hint = 你会在一个页面上看到每条命令及其指明的每个文件夹。在你于该页面同意之前，不会启动任何内容。
paste-ask-first = 当其中任何一个首次访问其他内容时询问我

tools-none = 此服务器不提供工具。
tools-not-running = 启动服务器后才能使用它的工具。
tools-asleep = 它会在使用时启动：可以获取它的工具，或调用一个工具。
tools-loading = 正在获取工具…
tools-list = 工具
tools-find = 查找工具
tools-claims = 服务器声称（未经验证）：{ $claims }。
tools-claims-none = 服务器没有声称它会做什么。
tools-claim-read-only = 只读
tools-claim-destructive = 可能造成破坏
tools-claim-idempotent = 重复执行效果相同
tools-claim-open-world = 会与外部交互
tools-says = 服务器声称：{ $claims }
tools-use = 应用可以调用什么
tools-use-for = 适用于
tools-use-own = 你在此窗口中自行发起的调用不受这些规则约束。
tools-rule-label = { $app } 对 { $tool } 的调用
tools-rule-as-all = { $rule }（与所有应用相同）
tools-hold-changed = 调用已变化的工具时等你答复
tools-hold-changed-hint = 如果服务器对工具的描述与首次见到时不同，该工具即视为已变化。
tools-changed = 首次见到后有变化
tools-changed-list = { $count ->
   *[other] { $count } 个工具在首次见到后发生了变化：{ $tools }
}
tools-changed-accept = { $count ->
   *[other] 按现状接受
}
tools-unlisted = 不在服务器的列表中
tools-task-optional = 可以作为任务运行。
tools-task-required = 作为任务运行。
tools-schema = 服务器的描述
tools-schema-input = 输入
tools-schema-output = 输出
tools-call = 调用
tools-cancel = 取消调用
tools-calling = 正在等待结果…
tools-progress = { $tool } 的进度
tools-share = { $share }%
tools-steps = 已完成 { $steps } 步
tools-elapsed = { $seconds } 秒
tools-confirm-destructive = 服务器声称此操作可能造成破坏。请查看将要发送的内容。
tools-confirm-open-world = 服务器声称此操作会与外部交互。请查看将要发送的内容。
tools-confirm-arguments = 将严格按以下内容调用 { $tool }：
tools-confirm-yes = 是，调用
tools-confirm-no = 不调用
tools-result = 结果
tools-result-copy = 复制
tools-result-error = 工具报告了错误
tools-result-time = { $milliseconds } 毫秒
tools-result-empty = 结果为空。
tools-structured = 结构化内容
tools-broken-promise = 这与 { $tool } 声明的结果不符。
tools-no-arguments = 不接受参数。
tools-no-arguments-named = 未列出任何参数。
tools-way-of-typing = 参数的填写方式
tools-form = 表单
tools-json = JSON
tools-optional = 可选
tools-json-hint = JSON
tools-unset = 未设置
tools-yes = 是
tools-no = 否
tools-null = 空（null）
tools-fill-in = 填写
tools-fill-in-label = 填写 { $name }
tools-way = 选项 { $number }
tools-way-label = { $name } 的类型
tools-item = 第 { $number } 项
tools-add-item = 向 { $name } 添加一项
tools-remove-item = 移除 { $name } 的第 { $number } 项
tools-name = 名称
tools-value = 值
tools-add-name = 添加条目
tools-remove-name = 移除条目 { $name }
tools-type-text = 文本
tools-type-number = 数字
tools-type-boolean = 是或否
tools-type-list = 列表
tools-type-object = 多个字段
tools-name-needed = 需要填写名称。
tools-name-doubled = 已有此名称。
tools-bad-json = 不是有效的 JSON：{ $reason }
tools-not-an-object = 参数应为对象，写在大括号内。
tools-does-not-fit = 以下内容与表单不符：{ $names }。请更正，或以 JSON 方式调用。
tools-arguments = JSON 格式的参数
tools-why-reference = 它的描述指向另一个地址，Paddock 不会打开该地址。因此请用 JSON 填写参数。
tools-why-lost-reference = 它的描述指向一个不存在的部分。因此请用 JSON 填写参数。
tools-why-too-large = 它的描述过大，或引用了自身。因此请用 JSON 填写参数。
tools-why-not-an-object = 它的描述中没有具名参数。因此请用 JSON 填写参数。
lists-ask-again = 重新获取

resources-none = 此服务器不提供资源。
resources-not-running = 启动服务器后才能读取它的资源。
resources-asleep = 它会在使用时启动：可以获取它的资源。
resources-loading = 正在获取资源…
resources-list = 资源
resources-find = 查找资源
resources-count = { $count ->
   *[other] { $count } 个资源
}
resources-found = 共 { $count } 个，找到 { $found } 个
resources-more = 显示更多（{ $count }）
resources-templates = 模板
resources-followed = 已关注
resources-follow = 关注更改
resources-unfollow = 停止关注
resources-changes = { $count ->
    [0] 已关注
   *[other] 已关注，更改过 { $count } 次
}
resources-read = 读取
resources-read-again = 重新读取
resources-reading = 正在读取…
resources-old = 读取之后又有更改。
resources-content = { $name } 的内容
resources-empty = 内容为空。
resources-address = 按地址读取
resources-address-hint = 只有服务器会看到此地址。Paddock 自己不会打开任何内容。

prompts-none = 此服务器不提供提示词。
prompts-not-running = 启动服务器后才能查看它的提示词。
prompts-asleep = 它会在使用时启动：可以获取它的提示词。
prompts-loading = 正在获取提示词…
prompts-list = 提示词
prompts-find = 查找提示词
prompts-get = 获取
prompts-messages = 提示词的消息
prompts-empty = 此提示词没有消息。
prompts-user = 你
prompts-assistant = 模型
prompts-copy = 复制为文本

messages-list = { $server } 的消息
messages-find = 在消息中查找
messages-direction = 方向
messages-both = 双向
messages-to-server = 发往服务器
messages-from-server = 来自服务器
messages-errors = 仅错误
messages-live = 跟踪最新
messages-older = 显示更早的消息
messages-none = 还没有消息。
messages-none-found = 没有匹配项。
messages-dropped = { $count ->
   *[other] 更早的 { $count } 条消息已不再保留。
}
messages-request = 请求
messages-result = 结果
messages-error = 错误
messages-notification = 通知
messages-other = 非 MCP
messages-id = id { $id }
messages-took = { $milliseconds } 毫秒
messages-text = 消息 { $number }
messages-cut = 只保留了开头部分。
messages-copy = 复制消息
messages-reproduce = 复制为脚本
messages-reproduce-hint = 一个 shell 脚本，会把到此为止发给服务器的所有内容再发送一遍。机密信息已遮盖。

parts-text = 文本
parts-image = { $from } 发送的图片
parts-show-image = 显示图片 · { $kind }，{ $size }
parts-show-sound = 显示音频 · { $kind }，{ $size }
parts-image-broken = 收到一张无法读取的图片。
parts-sound = { $from } 发送的音频
parts-not-shown = { $size }，此处不显示
parts-read = 读取
parts-read-label = 读取 { $name }
parts-tool-use = 调用 { $tool }
parts-tool-result = 工具结果
parts-tool-error = 某个工具报告了错误
parts-arguments = { $tool } 的参数
parts-too-deep = 里面还有内容，但嵌套过深，无法显示。

log-empty = 尚无日志。
log-label = { $server } 的日志
log-dropped = { $count ->
   *[other] 更早的 { $count } 行已不再保留。
}
log-stderr = stderr
log-message = 消息
log-paddock = Paddock
log-session = 会话 { $session }，{ $app }
log-whose = 显示哪些行
log-all = 所有行
log-own = Paddock 自身使用
log-copy = 复制日志
log-follow = 跳到最新一行

## What a server did over time

seen-title = 历史概况
seen-span = 时间范围
seen-day = 24 小时
seen-week = 7 天
seen-lately = { $calls ->
   *[other] 最近 24 小时：{ $calls } 次调用，拦截 { $blocked } 次
}
seen-lately-blind = { $calls ->
   *[other] 最近 24 小时：{ $calls } 次调用（无法看到它尝试访问什么）
}
seen-nothing = 这段时间内没有记录。
seen-calls = 工具调用
seen-uses = 已授权文件夹内
seen-requests = 向你或模型请求
seen-blocked = 已拦截
seen-connections = 连接数
seen-sent = 已发送
seen-received = 已接收
seen-strip = { $what }：{ $total }，{ $time } 最多
seen-files-unseen = 没有机制把它限制在其文件夹内时，无法看到它尝试访问什么。
seen-network-unseen = 它的网络开放时，不统计它发送的数据。
seen-folders-how = “已授权文件夹内”指的是指明了其中路径的调用。服务器未经调用而自行读取的内容无法看到。
seen-destination = 已发送 { $sent }，已接收 { $received }
seen-destinations = 数据流向
seen-table = 以表格显示
seen-access = 何时有访问权限
seen-access-none = 这段时间内，它没有访问权限。
seen-access-from = 始于 { $from }
seen-access-to = 止于 { $until }
seen-access-still = 仍然有效
seen-access-changed = 更改于 { $times }
seen-access-begin = 开始
seen-access-end = 结束
seen-access-what = 文件夹或连接目标
seen-access-how = 结束方式
seen-before = 更早

## Apps

apps-title = 应用
apps-lead = 这台计算机上的 AI 应用，以及它们启动的服务器。
apps-look = 重新查找
apps-launched = { $entries ->
    [0] 这些应用没有启动任何服务器。
   *[other] 这些应用共启动 { $entries } 个服务器。
}
apps-past = { $direct ->
    [0] 全部通过 Paddock。
   *[other] 其中 { $direct } 个可以读取你能读取的一切内容。
}
apps-past-one = { $direct ->
    [0] 它通过 Paddock。
   *[other] 它可以读取你能读取的一切内容。
}
apps-empty-title = 未找到 AI 应用
apps-empty = Paddock 会查找 Claude Code、Codex、Cursor、VS Code 等应用的配置文件。请安装其中一个，或先启动一次，再重新查找。
apps-no-file = 还没有配置文件。
apps-no-entries = 其中没有列出服务器。
apps-entries = { $path } 中的服务器
apps-project = 属于项目 { $project }，可能与他人共享。只有你单独要求时才会更改。
apps-direct = 可以读取你能读取的一切内容
apps-direct-off = 已在应用中关闭；一旦开启，可以读取你能读取的一切内容
apps-through = 通过 Paddock，使用服务器 { $server }
apps-through-unsure = 自称通过 Paddock 使用服务器 { $server }，但无法确定该程序是否属于 Paddock。
apps-remote = 远程：不在这里启动
apps-own = 应用自带
apps-as-before = 曾经接入，但其条目已在 Paddock 之外被改回原样。
apps-changed = 接入之后被更改过。Paddock 不会改动它。
apps-unsure = 曾经接入，但无法比对：{ $why }
apps-lost = { $entry } 曾经接入，现已不在 { $path } 中。
apps-forget = 清除记录…
apps-forget-label = 清除记录：{ $entry }
apps-choose = 选择 { $app } 的 { $entry }
apps-connect = 接入…
apps-asks = { $entry } 启动时使用由 { $app } 填入的值。Paddock 自行启动该服务器，因此需要你提供这些值。
apps-asks-continue = 继续
apps-connect-label = 接入 { $app } 的 { $entry }
apps-connect-shared-label = 接入 { $app } 的项目配置文件中的 { $entry }
apps-connect-all = 全部接入（{ $count }）…
apps-connect-all-label = 接入 { $app } 的全部 { $count } 个条目
apps-connect-chosen = { $count ->
   *[other] 接入所选的 { $count } 个…
}
apps-disconnect = 取消接入…
apps-disconnect-label = 取消接入 { $app } 的 { $entry }
apps-disconnect-all = 全部取消接入（{ $count }）…
apps-disconnect-all-label = 取消接入 { $app } 的全部 { $count } 个条目
apps-no-server = Paddock 中没有服务器 { $server }，因此应用无法启动它。请取消接入此条目，或重新添加该服务器。
apps-server = 显示服务器
apps-server-label = 显示服务器 { $server }
apps-restart = { $app } 目前没有使用服务器。如果它已打开，请重启它，让它读取配置文件。
apps-stand-in = 如果 { $app } 无法转达其服务器的问题，改在 Paddock 中询问
apps-stand-in-hint = 服务器可能请你填写表单、打开网页，或请语言模型作答。这些问题会在“请求”中等你处理。已在运行的服务器可能要到下次启动时才会得知更改。
apps-by-hand = Paddock 未找到这个应用的配置文件。名称来自连接它的命令，Paddock 无法验证。
apps-uses-none = 目前没有使用服务器。
apps-uses = { $count ->
   *[other] 目前使用 { $count } 个服务器
}

app-ask-connect = 让 { $app } 通过 Paddock 启动它的服务器？
app-ask-connect-yes = 接入
app-ask-connect-no = 保持原样
app-ask-disconnect = 让 { $app } 重新自行启动它的服务器？
app-ask-disconnect-yes = 取消接入
app-ask-disconnect-no = 保持接入
app-ask-nothing = { $app } 中没有可恢复的内容
app-ask-forget = 清除记录
app-ask-direct = 应用将重新绕过 Paddock 启动这些服务器，凡是你能读取的内容，它们都能读取。
app-ask-project = 此配置文件属于项目 { $project }。项目的其他成员也会得到这项更改，并且需要在相同位置装有 Paddock。
app-ask-link = 这是一个链接。实际写入的是 { $path }
app-ask-new = { $entry } 将成为新的服务器 { $server }。
app-ask-there = { $entry } 将使用命令相同的服务器 { $server }。
app-ask-cwd = 启动位置：{ $folder }
app-ask-env = 移入 Paddock 的变量：{ $names }
app-ask-env-file = 从 { $path } 读取的变量：{ $names }
app-ask-folders = 它指明的文件夹，由你授权：{ $names }
app-ask-unset = 因未填写值而不设置：{ $names }
app-ask-lost = 将会丢失，因为只有该应用能填写：{ $names }
app-ask-diff = 文件中的更改。机密信息已遮盖。
app-ask-waits = 这一步不会授予服务器任何权限：新的服务器要等你信任其命令，文件夹要等你授权。应用从下次启动起使用 Paddock。
app-given-restored = 恢复原样。
app-given-as-before = 已经是原样。
app-given-left = 之后被更改过，不作改动。
app-given-gone = 已不存在。

## Requests: what servers ask of the person

requests-title = 请求
requests-lead = 服务器和应用向你提出的请求。在你决定之前，不会作出任何答复。
requests-sections = 请求的各个部分
requests-tab-pending = 待处理（{ $count }）
requests-tab-missed = 已错过（{ $count }）
requests-list = 等你处理的请求
requests-empty-title = 没有等待处理的请求
requests-empty = 当服务器请求模型回答、请你提供信息或申请更多访问权限时，或者应用要进行一次你想先过目的调用时，问题会在这里等你决定。
requests-sampling = 模型回答
requests-form = 表单
requests-url = 网页
requests-held = 范围外的访问
requests-command-new = 新命令
requests-command-changed = 命令有变化
requests-review-changed = 一起审阅 { $count } 条有变化的命令…
requests-place = 应用的文件夹
requests-call = 工具调用
requests-destination = 连接
requests-sending = 发送更多数据
requests-sending-about = 今天已发送 { $size }
requests-of-app = { $app }：{ $what }
requests-told-again = 已让应用重试
requests-in-app = 由 { $app } 使用
requests-in-app-at = 由 { $app } 在 { $folder } 中使用
requests-during = 在 { $what } 期间
requests-answering = 模型正在撰写…
requests-review = 可以审阅
requests-failed = 失败
requests-over = 此请求已结束
requests-over-hint = 它已得到答复或被撤回。无需再做什么。
requests-deny-more = 其他拒绝方式
requests-deny-mute = 拒绝，并屏蔽 { $server } 的请求
command-new-title = 首次启动 { $server }？
introduce-title = 首次启动 { $count } 个服务器？
introduce-changed-title = 信任 { $count } 个服务器的命令？
introduce-tick = 启动 { $server }
introduce-folders = 它指明的文件夹
introduce-again = 重新授予它原有的权限
introduce-agree = 信任、授权 { $count } 个文件夹并启动
command-uses-already = 已经可以使用
command-connects-already = 已经可以连接
command-may-connect = 将允许连接
command-may-connect-hint = 它启动时需要这些连接目标，信任命令时会一并允许；你可以在该服务器的页面上逐一收回。
command-changed-title = { $server } 的命令发生了变化
held-title-read = { $server } 想读取其文件夹以外的内容
held-title-write = { $server } 想写入其文件夹以外的位置
held-wait = 还会等待 { $seconds } 秒
held-over = 已不再等待。你的回答将用于下一次尝试。
held-lead = 此调用会等到你答复为止。“允许…”会先显示文件夹，此时还不授予任何权限。
held-lead-no-offer = 此调用会等到你答复为止。没有合适的文件夹可供授权，因此只能拒绝。
held-allow = 允许…
held-deny-run = 拒绝，并在 { $server } 运行期间不再询问
place-title = { $app } 正在 { $folder } 中工作。允许 { $server } 使用它？
place-lead = 应用会在没有此权限的情况下继续运行。“选择权限…”会先显示文件夹，此时还不授予任何权限。如果你拒绝，就不会再次询问。
place-no = 不允许
place-choose = 选择权限…
asked-destination-title = { $server } 想连接 { $destination }
asked-destination-app = 代 { $app } 连接
asked-destination-times = { $count ->
   *[other] 已尝试 { $count } 次
}
asked-destination-during = { $count ->
   *[other] 调用 { $tools } 期间
}
asked-destination-no-call = 当时没有工具调用
asked-destination-no-folders = 它没有任何文件夹的访问权限。
asked-destination-others = { $count ->
   *[other] 它还想连接另外 { $count } 个目标。选择一个即可在此答复：
}
asked-destination-lead = 它最多等待数秒，之后被拒绝。它可能会再次尝试，你的答复届时同样有效。
asked-destination-private = 此名称位于专用网络中，地址为 { $addresses }。如果允许，服务器既可以通过该名称，也可以通过该地址连接那里。
asked-destination-run = 本次运行期间允许…
asked-destination-hour = 允许 1 小时…
asked-destination-always = 始终允许…
asked-destination-never = 一律不允许
asked-destination-not-now = 暂不
destinations-unasked = { $count ->
   *[other] 等待你答复的目标已经过多，另有 { $count } 次连接未经询问就被拒绝。
}
asked-sending-title = { $server } 今天已发送 { $size }，达到上限
asked-sending-lead = 它还有数据要发送，正在等待。它的连接会保持打开，直到你答复或今天结束为止。
asked-sending-more = 允许再发送 { $size }…
asked-sending-unlimited = 今天不限制…
asked-sending-stop = 今天停止发送
held-call-lead = 此调用在等你答复。如果时间过长，会让应用稍后重试。
held-call-review = 查看…
held-call-deny-always = 拒绝，并对 { $app } 禁用 { $server } 的 { $tool }

sampling-title = { $server } 请求模型回答
sampling-system = 指令
sampling-system-add = 添加指令
sampling-role-user = 用户
sampling-role-assistant = 助手
sampling-text-of = { $role }，消息 { $number }
sampling-edit-label = 编辑：{ $what }
sampling-edit-done = 完成
sampling-edit-done-label = 完成编辑：{ $what }
sampling-edit-undo = 撤消更改
sampling-edit-undo-label = 撤消更改：{ $what }
sampling-edited = 你已编辑
sampling-model = 模型
sampling-model-none = 尚无模型
sampling-by-hand = 手动回答
sampling-by-hand-hint = 不会询问模型。你写的内容会作为回答发给服务器。
sampling-chosen-by-hint = 选择它，是因为服务器希望使用 { $hint }。
sampling-stays = 不离开这台计算机：{ $provider }。
sampling-leaves = 会离开这台计算机：以上所有内容将发送给 { $provider }，{ $address }。
sampling-no-models = 尚未设置模型。此请求会一直等待，直到你设置模型，或手动回答。
sampling-models-unknown = 你设置的提供商尚未列出任何模型。请在“设置”中检查，或手动回答。此请求会一直等待。
sampling-set-up = 打开设置
sampling-max-tokens = token 上限
sampling-temperature = 温度
sampling-temperature-own = 模型默认值
sampling-bad-tokens = 从 1 到 { $most } 的整数：服务器要求的上限就是这么多。
sampling-bad-temperature = 从 0 到 2 的数字。
sampling-wishes = 服务器对模型的偏好
sampling-hints = 希望使用类似的模型：
sampling-wish-cost = 低成本：{ $weight }
sampling-wish-speed = 速度：{ $weight }
sampling-wish-intelligence = 能力：{ $weight }
sampling-weight-little = 不太看重
sampling-weight-some = 看重
sampling-weight-much = 非常看重
sampling-stops-at = 遇到以下内容时停止：
sampling-context-this = 它要求附上与自己的对话的上下文。没有添加任何内容。
sampling-context-all = 它要求附上所有服务器的上下文。没有添加任何内容。
sampling-tools = { $count ->
   *[other] 模型可以要求使用的 { $count } 个工具
}
sampling-tools-hint = 模型可以在回答中要求使用其中一个工具。如何处理由服务器决定；这里不会调用任何工具。
sampling-tools-required = 服务器希望模型要求使用其中一个工具。这里不会调用任何工具。
sampling-allow-next = 同时放行接下来的 { $count } 个请求
sampling-allow-next-hint = 此服务器接下来的请求会在其限额内直接发送，回答也会直接交付，不再询问你。
sampling-send = 发送
sampling-deny = 拒绝
sampling-stop = 停止
sampling-sent = 已发送的内容
sampling-answer = 回答
sampling-answer-of = { $model } 的回答
sampling-stop-sequence = 已在服务器要求的位置停止。
sampling-stop-tokens = 因达到 token 上限而被截断。
sampling-stop-tool = 它要求使用一个工具。
sampling-tokens-used = 已发送 { $in } 个 token，已接收 { $out } 个
sampling-write-instead = 改为自己写回答
sampling-send-again = 重新发送
sampling-deliver = 交付
sampling-keys-send = Ctrl+Enter 发送，Esc 让它继续等待。
sampling-keys-deliver = Ctrl+Enter 交付，Esc 让它继续等待。

asking-title = 服务器可以请求什么
asking-lead = 每个服务器可以多频繁地请求模型回答，以及可以使用多少 token。超出的请求会被拒绝，并显示在“已错过”中。
asking-used = 本小时 { $requests } / { $requestsLimit } 个请求 · 今天 { $tokens } / { $tokensLimit } 个 token
asking-change = 更改
asking-change-label = 更改 { $server } 的限额
asking-limits = { $server } 的限额
asking-requests = 每小时请求数
asking-tokens = 每天 token 数
asking-save = 保存
asking-bad-limit = 请输入整数。0 表示全部拒绝。
asking-muted = 它的请求已被屏蔽：它提出的请求会被拒绝，并显示在“已错过”中。
asking-mute = 屏蔽请求
asking-mute-label = 屏蔽 { $server } 的请求
asking-listen = 取消屏蔽请求
asking-listen-label = 取消屏蔽 { $server } 的请求
asking-allowed-next = { $count ->
   *[other] 接下来的 { $count } 个请求不经询问直接放行。
}
asking-ask-again = 恢复询问
asking-ask-again-label = 恢复询问：{ $server } 的请求

form-title = { $server } 请你提供信息
form-no-secrets = 切勿在这类表单中填写密码、密钥或银行卡号。服务器不得以这种方式索取。
form-required = 必填
form-choose = 请选择…
form-no-answer = 不作答
form-submit = 提交
form-decline = 拒绝
form-keys = Ctrl+Enter 提交，Esc 让它继续等待。
form-problems = { $count ->
   *[other] 有 { $count } 项需要再检查。没有发送任何内容。
}
form-format-email = 电子邮件地址
form-format-uri = 完整的地址，例如 https://example.com
form-format-date = 日期，例如 2026-05-04
form-format-date-time = 日期和时间，例如 2026-05-04T10:00:00Z
form-format-uuid = UUID，例如 123e4567-e89b-12d3-a456-426614174000
form-hint-pattern = 必须符合 { $pattern }
form-hint-length-between = { $min } 到 { $max } 个字符
form-hint-length-least = 至少 { $min } 个字符
form-hint-length-most = 最多 { $max } 个字符
form-hint-range-between = { $min } 到 { $max }
form-hint-range-least = 不小于 { $min }
form-hint-range-most = 不大于 { $max }
form-hint-choices-between = 选择 { $min } 到 { $max } 项
form-hint-choices-least = 至少选择 { $min } 项
form-hint-choices-most = 最多选择 { $max } 项
form-problem-missing = 必填。
form-problem-too-short = 太短：至少 { $min } 个字符。
form-problem-too-long = 太长：最多 { $max } 个字符。
form-problem-pattern = 不符合 { $pattern }
form-problem-format = 此处应填写：{ $format }。
form-problem-not-a-number = 不是数字。
form-problem-not-an-integer = 不是整数。
form-problem-too-small = 太小：不得小于 { $min }。
form-problem-too-big = 太大：不得大于 { $max }。
form-problem-not-above = 大于 { $above }。
form-problem-not-below = 小于 { $below }。
form-problem-no-multiple = { $step } 的倍数。
form-problem-not-an-option = 不是可选项之一。
form-problem-twice-the-same = 同一个答案出现了两次。
form-problem-too-few = 至少选择 { $min } 项。
form-problem-too-many = 最多选择 { $max } 项。
form-problem-too-few-items = { $min ->
   *[other] 至少 { $min } 项。
}
form-problem-too-many-items = { $max ->
   *[other] 最多 { $max } 项。
}
form-problem-unknown = 服务器的表单不接受此项。

url-title = { $server } 请你打开一个网页
url-address = 地址
url-domain = 网站是 { $domain }。
url-reads = 显示为 { $domain }。
url-warnings = 关于此地址的警告
url-hint = 尚未从该地址获取任何内容。只有在你同意后，浏览器才会打开它，服务器也会得知你已同意。
url-open = 在我的浏览器中打开
url-keys = Ctrl+Enter 打开，Esc 让它继续等待。
url-warning-punycode = 网站名称中使用了普通英文字母以外的字符，可能是在冒充另一个名称：{ $domain }。
url-warning-mixed-scripts = 网站名称混用了多种文字。这是冒充其他名称的常见手法。
url-warning-not-https = 连接未加密：网络上的其他人可能会读取和更改你看到和输入的内容。
url-warning-address = 它指向一个单纯的网络地址，而不是有名称的网站。
url-warning-credentials = 地址中写有用户名或密码。@ 前面的内容不是网站。
url-warning-port = 它使用了不常见的端口。
url-warning-unknown = 关于此地址有一条警告，但此版本没有相应的说明：{ $code }。

missed-list = 已错过的请求
missed-none = 没有错过任何请求。
missed-cancelled = 在你答复之前，服务器撤回了请求。
missed-call-ended = 提出此请求的调用已结束。
missed-server-ended = 服务器已停止。
missed-too-often = 服务器已达到每小时的请求上限。
missed-over-budget = 服务器会超出每天的 token 上限。
missed-muted = 你屏蔽了此服务器的请求。
missed-no-stand-in = 你没有允许 Paddock 代替此应用询问你。
missed-lapsed = 你没有及时回答，因此已让应用重试。
missed-lapsed-access = 你没有及时回答，因此访问被拒绝。
missed-again = { $count ->
   *[other] 此后它又请求了 { $count } 次。
}
missed-allow-next = 下次放行
missed-allow-hint = 此服务器的下一个请求会在其限额内直接发送并交付，不再询问你。
missed-allow-label = 下次放行：{ $server }
missed-allowed-next = { $server } 的下一个请求会不经询问直接放行。
missed-dismiss-label = 忽略 { $server } 的已错过请求

## Activity

activity-title = 活动记录
activity-lead = 授权、告知、调用和撤销的记录。
activity-find = 在路径、服务器、应用和详细信息中查找
activity-server = 服务器
activity-all-servers = 所有服务器
activity-which-app = 应用
activity-all-apps = 所有应用
activity-tool = 工具
activity-all-tools = 所有工具
activity-outcome = 结果
activity-outcome-all = 所有结果
activity-span = 时间范围
activity-span-all = 不限时间
activity-span-hour = 最近一小时
activity-span-today = 今天
activity-span-week = 最近 7 天
activity-span-month = 最近 30 天
activity-kind = 显示
activity-all = 全部
activity-group-access = 访问权限
activity-group-servers = 服务器
activity-group-folders = 文件夹
activity-group-calls = 工具调用
activity-group-requests = 请求与模型
activity-group-apps = 应用
activity-group-network = 网络
activity-group-app = Paddock
activity-export = 导出 JSONL
activity-export-more = 其他导出方式
activity-export-csv = 导出 CSV
activity-delete = 删除活动记录…
activity-day-today = 今天，{ $day }
activity-day-yesterday = 昨天，{ $day }
activity-exported = 已写入 { $path }
activity-older = 显示更早的记录
activity-empty = 还没有任何记录。
activity-empty-filter = 没有匹配项。
activity-clear-filter = 清除筛选
activity-table = 活动记录
activity-when = 时间
activity-what = 事件
activity-where = 服务器
activity-details = 详细信息
activity-told-none = 没有文件夹
activity-arguments = 参数
activity-person = 你
activity-app = Paddock
activity-by-server = 服务器
activity-by-app = 应用
activity-by-app-named = 应用 { $app }
activity-for-app = 代 { $app }
activity-done = 完成
activity-failed = 失败
activity-blocked = 已拦截

## What happened, one line a kind

activity-granted = 已授予访问权限
activity-revoked = 已撤销访问权限
activity-expired = 访问权限已到期
activity-run-ended = 访问权限已随服务器结束
activity-access-changed = 访问权限已更改
activity-lifetime-changed = 有效期已更改
activity-server-added = 已添加服务器
activity-server-edited = 已编辑服务器
activity-server-removed = 已移除服务器
activity-server-trusted = 已信任命令
activity-trust-withdrawn = 已取消对命令的信任
activity-server-started = 服务器已启动
activity-server-stopped = 服务器已停止
activity-server-failed = 服务器出现故障
activity-session-began = 应用开始使用服务器
activity-session-ended = 应用结束使用服务器
activity-scope-changed = 提供给应用的文件夹已更改
activity-tool-rule-changed = 工具规则已更改
activity-tools-accepted = 已接受变化的工具
activity-call-allowed = 已允许调用
activity-call-denied = 未允许调用
activity-call-lapsed = 未及时答复调用
activity-destination-allowed = 已允许连接目标
activity-destination-denied = 已拒绝连接目标
activity-destination-revoked = 已收回对连接目标的决定
activity-destination-expired = 连接目标已到期
activity-destination-run-ended = 连接目标已随服务器结束
activity-connected = 已连接
activity-connection-refused = 已拒绝连接
activity-connection-cut = 已切断连接
activity-roots-told = 已告知其文件夹
activity-folder-gone = 文件夹不见了
activity-folder-back = 文件夹已恢复
activity-folder-replaced = 文件夹被替换
activity-tool-called = 已调用工具
activity-resource-read = 已读取资源
activity-prompt-filled = 已填写提示词
activity-grant-failed = 授权失败
activity-attempt-denied = 已拒绝超出授权的访问
activity-confinement-changed = 保护已更改
activity-lifecycle-changed = 启动和停止设置已更改
activity-limits-changed = 资源限制已更改
activity-sending-held = 已达到发送上限
activity-sending-allowed = 已允许当天发送更多数据
activity-sending-stopped = 已停止当天的发送
activity-stand-in-changed = 代替应用询问的设置已更改
activity-asking-changed = 请求限额已更改
activity-provider-added = 已添加提供商
activity-provider-edited = 已编辑提供商
activity-provider-allowed = 已允许提供商
activity-provider-removed = 已移除提供商
activity-proven = 保护通过实测
activity-proof-failed = 保护未能守住
activity-activity-deleted = 已删除活动记录
activity-retention-changed = 活动记录的保留设置已更改
activity-sampling-sent = 已向模型发送请求
activity-sampling-delivered = 已交付回答
activity-sampling-denied = 已拒绝模型请求
activity-sampling-automatic = 未经询问直接回答
activity-elicitation-answered = 已填写表单
activity-elicitation-declined = 已拒绝提供信息
activity-url-visited = 已访问地址
activity-request-missed = 错过请求
activity-paused = 服务器已暂停
activity-resumed = 服务器已恢复
activity-app-paused = 应用已暂停
activity-app-resumed = 应用已恢复
activity-session-narrowed = 已从一个会话移除文件夹
activity-started = Paddock 已启动
activity-fact-for-this-run = 服务器运行期间
activity-fact-for-a-time = 一段时间
activity-fact-always = 直到撤销为止
activity-fact-every-destination = 所有连接目标
activity-fact-any-bytes-a-day = 每天发送量不限
activity-fact-bytes-a-day = 每天最多发送 { $size }
activity-fact-bytes-today = 今天 { $size }
activity-fact-no-limit-today = 今天不限
activity-fact-nothing-more-today = 今天不再发送
activity-fact-processes = { $number ->
   *[other] { $number } 个进程
}
activity-fact-any-memory = 内存不限
activity-fact-memory = 内存 { $number } MiB
activity-fact-restarts-on-failure = 出错后重启
activity-fact-never-restarts = 从不重启
activity-fact-always-restarts = 始终重启
activity-fact-pinged = { $number ->
   *[other] 每 { $number } 秒 ping 一次
}
activity-fact-on-demand = 按需启动
activity-fact-stops-when-idle = { $number ->
   *[other] 闲置 { $number } 分钟后停止
}
activity-fact-requests-an-hour = { $number ->
   *[other] 每小时 { $number } 个请求
}
activity-fact-tokens-a-day = { $number ->
   *[other] 每天 { $number } 个 token
}
activity-fact-muted = 已静音
activity-fact-all-folders = 所有文件夹
activity-fact-where-the-app-works = 仅限应用工作的位置
activity-fact-all-revoked = 所有访问权限已被撤销
activity-fact-open = { $number } 项可访问
activity-fact-blocked = { $number } 项被拦截
activity-fact-days = { $number ->
   *[other] 保留 { $number } 天
}
activity-fact-megabytes = 最多 { $number } MB
activity-fact-with-paths = 包含路径
activity-fact-without-paths = 不含路径
activity-fact-with-arguments = 包含参数
activity-fact-without-arguments = 不含参数
activity-fact-by-hand = 手动答复
activity-fact-rule-allowed = { $name }：允许
activity-fact-rule-ask = { $name }：先询问
activity-fact-rule-off = { $name }：禁用
activity-fact-no-rule = { $name }：没有单独的规则
activity-fact-for-app = 用于 { $name }
activity-fact-asked-in-its-place = 代替 { $name } 询问你
activity-fact-not-asked-in-its-place = 不代替 { $name } 询问你
activity-fact-changed-tools-wait = 调用已变化的工具时等待
activity-fact-changed-tools-not-held = 调用已变化的工具时不等待
activity-fact-enforced = 强制执行
activity-fact-not-enforced = 不强制执行
activity-fact-network-off = 网络已关闭
activity-fact-network-asks = 网络先询问
activity-fact-network-open = 网络开放
activity-fact-asks-first = 首次访问外部时等待你
activity-fact-leaks = 访问到了 { $name }
activity-fact-taken-back = 服务器已撤回
activity-fact-call-ended = 调用已结束
activity-fact-server-ended = 服务器已结束
activity-fact-too-often = 询问过于频繁
activity-fact-over-budget = 额度已用完
activity-fact-no-stand-in = 你未允许 Paddock 代替该应用询问
activity-fact-tokens = { $number ->
   *[other] { $number } 个 token
}

## Settings

settings-title = 设置
settings-window = 窗口
settings-start-at-login = 登录时启动 Paddock
settings-start-hint = 服务器会随之在后台启动。
settings-close-to-tray = 关闭窗口后继续在托盘中运行
settings-close-hint = 你的服务器会继续运行。可从托盘或下方退出。
settings-no-tray = 此桌面没有托盘，因此关闭窗口就会退出 Paddock。
settings-theme = 外观
settings-theme-system = 跟随系统
settings-theme-light = 浅色
settings-theme-dark = 深色
settings-notify = 通知
settings-notify-hint = 如果边界未能守住，或其他程序请求同意，则始终通知。
settings-notify-all = 全部
settings-notify-requests = 仅请求
settings-notify-none = 无
settings-lifetime = 授权的默认期限
settings-lifetime-hint = 询问时会预先选中。每次都会询问。
settings-at-quit = 退出 Paddock 时
settings-at-quit-ask = 每次询问
settings-at-quit-stop = 停止所有服务器
settings-at-quit-keep = 让服务器继续运行
settings-keep-hint = 继续运行的服务器仍可供你的 AI 应用使用。重新打开 Paddock 即可查看或停止它们。
settings-consent = 同意
settings-terminal-consent = 允许在终端中表示同意
settings-terminal-hint = 否则，只有 Paddock 自己的窗口才能放宽对服务器的限制。开启此项需要你的同意。
settings-secrets = 机密信息
settings-activity = 活动记录
settings-keep-days = 保留时间
settings-keep-days-value = { $days ->
   *[other] { $days } 天
}
settings-keep-size = 最多保留
settings-keep-size-value = { $megabytes } MB
settings-keep-paths = 记录调用所指明的路径
settings-keep-paths-hint = 仅限已授权文件夹内的路径。
settings-keep-arguments = 记录调用工具时的参数
settings-keep-arguments-hint = 每次调用的参数，略去已知的机密信息，超过 4,000 字节的部分会被截断。其中可能含有文件内容。
settings-activity-hint = 最早的记录最先删除。减少保留的内容，以及删除记录，都会等待你同意。
settings-keyring-only = 仅使用密钥环中的机密信息启动服务器
settings-keyring-only-hint = 否则，密钥环不接受的机密信息会保存在 Paddock 自己的文件中，该文件仅你的账户可读（权限 0600）。
settings-secrets-in-file =
    { $count ->
       *[other] 有 { $count } 项机密信息保存在 Paddock 自己的文件中，而不在密钥环中。
    }
settings-secrets-try = 移到密钥环
settings-quit-title = 退出
settings-quit = 退出 Paddock
settings-quit-asks = 让服务器继续运行，你的 AI 应用就可以继续使用它们。无论选择哪一种，访问权限都会保留。
settings-quit-hint = 所有服务器都会停止。有效期为“直到撤销为止”的访问权限会保留。
settings-quit-keeps = 窗口和托盘会关闭。服务器继续运行，并保留其访问权限。
about-title = 关于
about-version = Paddock { $version }
about-licence = 自由软件，可任选 MIT 许可证或 Apache 许可证 2.0。不提供任何担保。
about-others = 构建所用的库各有自己的许可证。
about-libraries = 库的许可证
settings-language = 语言
settings-language-label = Paddock 的语言
settings-language-account = 与计算机相同（{ $language }）
language-de = Deutsch
language-en = English
language-ko = 한국어
language-zh-cn = 简体中文
settings-keys = 键盘
settings-keys-show = 显示快捷键

keys-title = 键盘快捷键
keys-screens = 访问权限、服务器、应用、请求、活动记录、设置
keys-add = 添加文件夹
keys-find = 在此页面查找
keys-zoom = 放大、缩小、恢复大小
keys-help = 此列表
keys-allow = 在当前问题中允许、发送或提交
keys-later = 让问题继续等待，关闭面板
keys-grid = 在表格中移动
keys-stage = 在表格中改为只读，或申请可写
keys-revoke = 在表格中撤销
key-control = Ctrl
key-enter = Enter
key-delete = Delete

## Models: where the answers that servers ask for come from

models-title = 模型
models-lead = 服务器可以请求模型回答。有哪些模型由你选择，每个请求在发送之前你都能看到。
models-none = 尚未设置模型。模型回答的请求会一直等待，直到有模型可用，或由你手动回答。
models-list = 提供商
models-add = 添加提供商
models-title-add = 添加提供商
models-preset = 起始模板
models-preset-own = 其他
models-local = 在这台计算机上
models-remote = 会离开这台计算机
models-leaves = 你发送的每个请求中的文字、图片和音频都会发往此地址，不会发往别处。
models-count = { $count ->
    [0] 没有模型
   *[other] { $count } 个模型
}
models-unknown = 尚未加载模型
models-asking = 正在加载模型…
models-not-allowed = 未使用：你尚未允许其地址
models-allow = 允许…
models-allow-label = 允许 { $provider }…
models-key-none = 无密钥
models-key-kept = 密钥保存在密钥环中
models-key-until-quit = 密钥保留到退出为止
models-preferred-is = 首选 { $model }
models-check = 检查
models-check-label = 检查 { $provider }
models-edit = 编辑
models-edit-label = 编辑 { $provider }
models-remove = 移除
models-remove-label = 移除 { $provider }
models-remove-ask = 移除 { $provider } 并清除其密钥？
models-remove-keep = 保留
models-name = 名称
models-api = API
models-api-open-ai = OpenAI 及兼容接口
models-api-anthropic = Anthropic
models-url = 地址
models-url-hint = 基础地址，例如 http://127.0.0.1:11434/v1。
models-key = 密钥
models-key-new-hint = 可选。密钥会存入桌面的密钥环，否则保留到退出为止。之后不会再显示。
models-key-edit-hint = 留空则保持不变。密钥不会显示。
models-key-again-hint = 地址已更改，因此不会沿用原有密钥。请重新输入，或移除密钥。
models-key-remove = 移除密钥
models-preferred = 首选模型
models-preferred-none = 无：使用第一个合适的模型
models-preferred-hint = 在服务器没有指明任何可用模型时使用。
models-save = 保存
models-add-save = 添加

## What is enforced on this computer

system-title = 这台计算机可以强制执行什么
system-unknown = 正在检测这台计算机可以强制执行什么…
system-way = 方式
system-here = 在这台计算机上
tier-live = 服务器运行期间可随时增减文件夹。
tier-restarts = 更改后服务器会重启。
tier-works = 可用
tier-best = 使用中
tier-fails = 不可用
tier-lacks = 缺少：{ $what }
system-held-end = 撤销文件夹后，已打开该文件夹的服务器会立即失去它。
system-held-stay = 撤销文件夹后，已打开该文件夹的服务器仍可继续使用它，直到服务器重启。
system-network = 可以单独关闭某个服务器的网络。
system-no-network = 无法单独关闭某个服务器的网络。
system-destinations = 可以把服务器限制在你允许的连接目标。
system-no-destinations = 无法把服务器限制在指定的连接目标：设为“先询问”的服务器，其网络会关闭。
system-sockets-kept = 其他程序提供的没有路径的套接字（例如 X11 和 D-Bus）无法访问。
system-sockets-open = 服务器的网络开启时，它可以访问其他程序提供的没有路径的套接字，例如 X11 和 D-Bus，并可能借此取得你的任何内容。请关闭它的网络，或使用 Linux 6.12 或更高版本。
system-processes = 服务器可有的进程和线程数量受其设置限制，前提是使用实时挂载，或系统为 Paddock 提供了控制组。内存耗尽时，系统会先结束服务器，再结束你的其他程序。
system-no-processes = 服务器启动的进程数量不受限制。内存耗尽时，系统会先结束服务器，再结束你的其他程序。
system-memory-together = 服务器的内存上限由控制组（cgroup）执行，按其所有进程合并计算。
system-memory-each = 服务器的内存上限对其每个进程分别生效。
system-attempts = 可以看到服务器尝试访问什么；在文件夹可随时增减的情况下，还能暂缓这些访问，等你答复。
system-no-attempts = 无法看到服务器尝试访问什么。
system-proxy = 设为“先询问”的服务器通过你的代理 { $address } 访问公开的连接目标。
system-proxy-unusable = 无法使用你的代理：Paddock 支持 HTTP 和 SOCKS 5 代理。在 HTTPS_PROXY 或 ALL_PROXY 指定这样的代理之前，设为“先询问”的服务器无法访问任何公开的连接目标。

facility-user-namespace = 普通账户可创建的命名空间。系统管理员可以放开此限制。
facility-mount-namespace = 挂载命名空间，它是内核的一部分。
facility-pid-namespace = 进程命名空间，它是内核的一部分。
facility-network-namespace = 网络命名空间，它是内核的一部分。
facility-mount = 在命名空间内挂载的权限。此系统上有某种机制禁止了它，例如 AppArmor 或容器。
facility-landlock = 此内核中的 Landlock。Linux 5.13 起提供，可在计算机启动时开启。
facility-seccomp = 此内核中的 seccomp 过滤器。
facility-system = 此版本的 Paddock 对此系统的支持。

## What was tried when a boundary was proven

passages-title = 网络
passage-ipv4 = 连接互联网上的地址
passage-ipv6 = 连接互联网上的 IPv6 地址
passage-closed-port = 通过未允许任何连接的端口连接
passage-datagram = 绕过 TCP 发送（例如 UDP）
passage-question = 查询某个名称的地址
passage-interface = 使用其他网络设备
passage-allowed-name = 查找已允许的名称
passage-other-name = 查找未允许的名称
arrival-paddock = 到达 Paddock，由 Paddock 决定
arrival-nowhere = 无法到达任何地方
arrival-elsewhere = 可能会离开这台计算机
arrival-answered = 已找到
arrival-no-name = 没有这个名称
arrival-none = 没有其他设备
prove-inside-read = 在已授权的文件夹中读取
prove-inside-write = 在已授权的文件夹中写入
prove-read-only-write = 在只读文件夹中写入
prove-guarded-write = 写入其他程序会执行的文件
prove-outside = 在其文件夹外读取
prove-sibling = 列出文件夹旁边的内容
prove-link-out = 跟随通向外部的链接
prove-kept-out = 访问你的或 Paddock 的私密数据
prove-after-revoke = 在撤销后读取文件夹

## Tray

tray-status-active = { $grants ->
   *[other] { $grants } 项授权
}，{ $servers ->
   *[other] { $servers } 个服务器正在运行
}
tray-status-unenforced = { $grants ->
    [0] 没有文件夹访问权限
   *[other] { $grants } 项授权
}，{ $servers ->
   *[other] { $servers } 个服务器未强制执行
}
tray-unenforced = { $server } → 你能读取的一切内容，未强制执行
tray-stop = 停止
tray-apps = 应用（{ $count }）
tray-destinations = 连接目标（{ $count }）
tray-destination = { $lifetime ->
    [until] { $destination } → { $server }，到 { $time } 为止
   *[open] { $destination } → { $server }
}
tray-session = { $place ->
    [folder] { $kept ->
        [no] { $app } → { $server }，{ $folder }，未强制执行
       *[yes] { $app } → { $server }，{ $folder }
    }
   *[nowhere] { $kept ->
        [no] { $app } → { $server }，未强制执行
       *[yes] { $app } → { $server }
    }
}
tray-session-take = 移除 { $folder }，{ tray-access }
tray-session-end = 结束
tray-status-paused = 所有服务器均已暂停
tray-none = 没有文件夹访问权限
tray-grant = { $lifetime ->
    [until] { $folder } → { $server }，{ tray-access }，到 { $time } 为止
   *[open] { $folder } → { $server }，{ tray-access }
}
tray-access = { $access ->
    [read] 只读
    [write-guarded] 可写，但会被执行的文件除外
    [write-commits] 可写并可提交
   *[read-write] 可写全部内容
}
tray-extend-hour = 延长至 1 小时后…
tray-make-read-only = 改为只读
tray-revoke = 撤销
tray-revoke-all = 撤销所有访问权限
tray-revoke-all-connects = 撤销所有访问权限和 { $count } 个连接目标
tray-pause = 暂停所有服务器
tray-pause-15 = 15 分钟
tray-pause-until-resumed = 直到我恢复
tray-resume = 恢复服务器…
tray-resume-app = 恢复 { $app }…
tray-open = 打开 Paddock
tray-quit = 退出并停止所有服务器
tray-quit-keep = 退出，让服务器继续运行
tray-quit-only = 退出
tray-status-no-host = Paddock 的后台服务已停止
tray-try-again = 重试
tray-consents = { $count ->
   *[other] { $count } 个问题等待你同意…
}
tray-requests = { $count ->
   *[other] { $count } 个请求在等你答复…
}
tray-more = { $count ->
   *[other] 另外 { $count } 个…
}

## Dialogs of the desktop: what they are called

dialog-folder = 选择要授权的文件夹
dialog-workspace = 选择工作区文件，授权其中的文件夹
dialog-workspace-files = 工作区文件
dialog-server = 选择要添加的捆绑包或 server.json
dialog-path-folder = 为服务器选择文件夹
dialog-path-file = 为服务器选择文件
dialog-activity = 导出活动记录

## Notifications: no full paths and no secrets in them

notify-expiring = { $server } 对 { $folder } 的访问权限将在 5 分钟后结束。
notify-ended = { $server } 对 { $folder } 的访问权限已结束。
notify-server-failed = { $server } 出现故障，已停止。
notify-command-changed = { $server } 的命令发生了变化。在你信任它之前，它保持停止。
notify-asks = { $server } 想使用 { $folder }，等你答复。
notify-requests = { $count ->
   *[other] { $server } 有 { $count } 个问题，等你答复。
}
notify-consent = { $program } 申请更多访问权限。Paddock 等待你同意。
notify-requests-of-app = { $count ->
   *[other] { $app } 所用的 { $server } 有 { $count } 个问题，等你答复。
}
notify-call-waits = { $app } 想调用 { $server } 的 { $tool }，等你答复。
notify-sending = { $server } 今天已发送 { $size }，达到上限，等你答复。
notify-destination = { $server } 想连接 { $destination }，等你答复。
notify-place = { $app } 正在 { $folder } 中工作，而 { $server } 无权使用该文件夹。你可以在 Paddock 中决定。
notify-host-lost = Paddock 的后台服务已停止，所有服务器也随之停止。
notify-open = 打开
notify-revoke = 撤销
notify-deny = 拒绝
notify-leaked = 对 { $server } 的保护未能守住，已将其停止。
notify-folder-gone = { $folder } 不见了。对它的访问权限已暂停。
notify-folder-back = { $folder } 已恢复。对它的访问权限继续有效。
notify-folder-replaced = { $folder } 的位置现在是另一个文件夹。对它的访问权限已暂停。

## Warnings about a picked folder

warning-contains-own-data = Paddock 把自己的数据保存在其中，因此受强制限制的服务器无法访问此文件夹。请改为授权其中它需要的文件夹。不受强制限制的服务器可能会更改你的授权。
warning-own-data = Paddock 把自己的数据保存在这里，因此不能提供给任何服务器。
warning-root-of-disk = 这是整个磁盘的根目录：包含所有账户的所有文件。
warning-home = 这是你的主文件夹：密钥、邮件、浏览器数据，以及你的所有其他内容。
warning-whole-drive = 这是整个驱动器。
warning-secrets-folder = { $subject } 是存放密钥和密码的地方。
warning-cloud-credentials = { $subject } 存有你的云账户凭据。
warning-browser-profile = 浏览器把密码、Cookie 和历史记录保存在这里。
warning-client-config = { $subject } 是一个 AI 客户端的配置。谁能写入这里，谁就能决定该客户端运行什么。
warning-on-path = 程序会从此文件夹运行。谁能写入这里，谁就能决定这台计算机上运行什么。
warning-network-share = 此文件夹位于网络共享上。其他人也可能看到并更改它。
warning-synced-folder = { $subject } 会同步此文件夹。更改会传到你的其他设备和云端。
warning-git-hooks = 这是一个 Git 仓库。拥有写入权限的服务器可以添加钩子，在你下次提交时执行命令。
warning-not-all-guarded = 此文件夹太大，无法全部检查。钩子或 Git 设置所运行的、位于深层的脚本可能不受保护。
warning-all-guarded = 你的工具会运行此文件夹中的内容，因此使用此访问权限时，服务器只能读取，不能写入。要让它在这里写入，请选择“可写全部内容”。
warning-likely-secrets = 其中有疑似机密信息：{ $subject }。
warning-large = 此文件夹很大：其中直接包含至少 { $subject } 个文件和文件夹。
warning-inside-granted = 它位于已授权的 { $subject } 内。
warning-inside-program = 它是 { $subject } 的程序的一部分。可以写入这里的服务器能决定那个服务器做什么。
warning-holds-program = 它包含 { $subject } 的程序。可以写入这里的服务器无法更改该程序。
warning-contains-granted = 它包含已授权的 { $subject }。
warning-same-folder = 同一个文件夹已授权，见 { $subject }。
warning-symlink = 它是通过符号链接选择的。获得授权的是此处显示的文件夹。

warning-unknown = 关于此文件夹有一条警告，但此版本没有相应的说明：{ $code }。

## Errors: what happened, what it means, what to do

hint-node = node、npm 和 npx 随 Node.js 一起提供。请从 nodejs.org 安装，或使用系统的包管理器安装。
hint-uv = uvx 随 uv 一起提供。请按照 docs.astral.sh/uv 的说明安装。
hint-python = 在许多系统上，Python 的名称是 python3 而不是 python。请使用你的系统上的名称，或者从 python.org 或使用系统的包管理器安装 Python。
hint-docker = docker 随 Docker 一起提供。请按照 docs.docker.com 的说明安装。
hint-podman = podman 随 Podman 一起提供。请按照 podman.io 的说明安装，或使用系统的包管理器安装。
hint-bun = bunx 随 Bun 一起提供。请按照 bun.com 的说明安装。
hint-deno = deno 随 Deno 一起提供。请按照 deno.com 的说明安装。
hint-java = java 随 OpenJDK 等 Java 运行时一起提供。请从 adoptium.net 安装，或使用系统的包管理器安装。
hint-version-manager = pyenv、asdf、nvm 或 mise 等版本管理器似乎没有可供运行的程序版本。请用它安装并设置一个版本，或提供该程序的绝对路径。
hint-arguments = 它似乎不接受所给的参数。请检查这些参数。
hint-browser-sandbox = 浏览器似乎想要建立自己的沙箱，但在这里无法建立。请让服务器用 --no-sandbox 启动它：Paddock 自身的沙箱仍会限制它。
hint-browser-landlock = 浏览器在这里似乎无法启动：Chromium 需要 Unix 套接字，而仅受 Landlock 限制的服务器无法创建。

error-storage-failed = 无法保存更改：{ $reason }。更改没有生效。请重试；如果反复出现，请检查磁盘。
error-storage-full = 磁盘已满，因此更改没有生效。请腾出一些空间后重试。
error-storage-read-only = Paddock 的数据文件夹是只读的，因此更改没有生效。请将该文件夹设为可写后重试。
error-storage-busy = 另一个 Paddock 正在使用这些数据，因此更改没有生效。请关闭另一个后重试。
error-storage-hangs = Paddock 数据所在的磁盘没有响应，因此更改没有生效。请检查磁盘后重试。
error-overtaken = 这项操作尚未完成，就被你之后的操作抵消了。如果仍然需要，请再做一次。
error-storage-damaged = Paddock 的数据已损坏，无法读取。这些数据已另存为 { $kept }，Paddock 启动时没有授予任何访问权限。请重新授予所需的权限。
error-storage-newer = 这些数据由更新版本的 Paddock 写入，此版本不会改动它。请安装更新的版本。
error-revoke-not-saved = 无法保存：你收回或暂停的内容可能会在重新启动后恢复。请腾出磁盘空间或将数据文件夹设为可写，然后再做一次。
error-program-not-found = 找不到程序 { $program }，因此服务器无法启动。查找位置：{ $looked }。请安装该程序，或提供它的绝对路径。
error-program-not-executable = { $path } 不允许运行，因此服务器无法启动。请将该文件设为可执行，或选择其他程序。
error-bad-cwd = 服务器无法在 { $cwd } 中启动：它不是可以打开的文件夹。请更改启动位置。
error-server-exited = 服务器已结束，退出码为 { $code }。请检查它的命令和参数，然后重新启动它。最后的输出：{ $stderr }
error-server-exits-at-start = 服务器刚启动就连续两次结束，退出码为 { $code }，因此 Paddock 不再重启它。请检查它的命令，然后启动它。最后的输出：{ $stderr }
error-server-killed = 服务器被 { $signal } 终止，由系统或其他程序所为。请查看它的日志，然后重新启动它。
error-server-killed-at-start = 服务器连续两次在启动时被 { $signal } 终止，因此不再自动启动。请查看它的日志，然后重新启动它。
error-server-out-of-memory = 服务器使用的内存超过了 { $limit } 的上限，因此已被系统终止。如果它需要更多内存，请在它的设置中提高上限，然后重新启动它。
error-server-short-of-memory = 服务器已结束，可能是因为内存不足：它的每个进程最多可用 { $limit } 内存，而它最后的输出提到了内存。如果它需要更多内存，请在它的设置中提高上限。最后的输出：{ $stderr }
error-crash-loop = 服务器在 { $seconds } 秒内结束了 { $count } 次，因此不再重启。请查看它的日志，然后重新启动它。
error-initialize-timeout = 服务器启动后没有及时应答，因此已被停止。请查看它的日志，然后重新启动它。
error-unsupported-revision = 服务器使用的 MCP 协议版本是 { $revision }，Paddock 不支持此版本。服务器已被停止。请更新服务器或 Paddock。
error-protocol = 服务器违反了 MCP 的规则：{ $reason }。连接已关闭。请重启服务器；如果反复出现，请向其开发者报告。
error-call-failed = 调用失败：{ $reason }。请检查参数后重试。
error-call-timeout = 工具没有及时应答，因此调用已取消。请重试，或重启服务器。
error-call-cancelled = 调用已取消。
error-server-not-running = 服务器没有运行，因此没有向它发出请求。请启动它后重试。
error-call-cut = 服务器在回答之前结束或被重启。无法得知此调用是否已生效。请先查看，再重新调用。
error-no-such-server = Paddock 中没有名为 { $name } 的服务器。请将应用配置中的名称与 Paddock 中的列表核对。
error-session-ends = 无法使用应用的标准输入和输出：{ $reason }。没有为它启动服务器。请像 AI 应用那样，通过管道启动此程序。
error-session-ended = 与服务器的会话已在 Paddock 中结束。如果需要，请在应用中重新启动它。
error-session-unlike = 服务器重新启动后使用了另一个协议版本，因此会话已结束。请在应用中重启它。
error-unknown-server = 该服务器已不存在。它在此期间被移除了。
error-unknown-session = 该应用的会话已经结束，因此无需再结束。
error-unknown-grant = 该访问权限已不存在。它在此期间结束了。
error-bad-destination = { $reason ->
    [empty] 没有填写任何目标，因此没有更改。请填写一个名称，例如 api.example.com。
    [too-long] 此名称过长，不可能是互联网上的名称，因此没有更改。请填写较短的名称。
    [characters] 名称只能包含字母、数字、连字符和点，因此没有更改。请更正。
    [odd-address] 这是一个写法不常见的地址，因此没有更改。请按 192.0.2.7 的形式填写。
    [page] 这是网页的地址，因此没有更改。请只填写其中的名称，例如 api.example.com。
    [port] 端口不是 1 到 65535 之间的数字，因此没有更改。请更正，或留空以使用 80 和 443。
    [no-port] 这台计算机上的程序需要端口，因此没有更改。请按 localhost:5432 的形式填写。
    [range] 这不是地址范围，因此没有更改。请按 10.0.0.0/8 的形式填写：末尾为零，数字表示有多少位起作用。
    [star] 星号只能单独使用，或用在至少两段的名称之前，例如 *.example.com，因此没有更改。请更正。
    [nowhere] 无法通过此地址连接任何目标，因此没有更改。请填写其他地址。
    [of-names] 从 33.250.0.0 到 33.251.255.255 的地址在服务器内部代表名称，无法通过它们连接任何目标，因此没有更改。请填写名称，或填写其他地址。
   *[other] 这不是连接目标，因此没有更改。请填写一个名称，例如 api.example.com。
}
error-unknown-destination = 该连接目标已不在列表中。它在此期间已有决定，或已到期。
error-too-many-destinations = 此服务器的连接目标已达上限，因此没有添加。请先收回一个。
error-unknown-pick = 该问题已不再有效。请重新选择文件夹。
error-grant-refused = 此文件夹不能授权，原因已随之列出。请选择其他文件夹。
error-name-not-typed = 你输入的不是该文件夹的名称，因此没有授权。请严格按显示的名称输入。
error-not-a-folder = { $path } 不是文件夹，因此不能授权。请选择文件夹。
error-folder-missing = { $path } 不存在，因此不能授权。请恢复它，或选择其他文件夹。
error-folder-denied = 你的账户无权打开 { $path }，因此不能授权。请更改其权限，或选择其他文件夹。
error-folder-changed = { $path } 现在是另一个文件夹，与选择时不同，因此没有授权。请重新选择。
error-draft-too-long = 名称、命令或其环境过长：上限为 { $most } KiB。没有保存任何内容。请缩短，或把过长的内容放入文件。
error-draft-empty-name = 服务器没有名称。请填写名称。
error-draft-empty-program = 没有要运行的程序。请填写它的名称或路径。
error-unknown-provider = 该提供商已不存在。它在此期间被移除了。
error-provider-name-taken = 已有同名的提供商。请选择其他名称。
error-provider-empty-name = 提供商没有名称。请填写名称。
error-draft-name-taken = 已有名为 { $name } 的服务器。请选择其他名称。
error-draft-bad-name = 名称 { $name } 含有不可见的字符，可能会被误认作其他名称。没有保存任何内容。请去掉这些字符。
error-draft-number-name = { $name } 这样的名称代表服务器的编号。没有保存任何内容。请换一个名称。
error-draft-nul = 命令中含有任何命令都不能包含的字符（NUL），因此没有保存任何内容。请去掉它。
error-draft-open-secret = { $name } 的值据称是机密信息，但看起来像路径或命令，而路径和命令会显示出来。无法将其隐藏，因此没有添加任何内容。请检查你输入的内容。
error-draft-bad-env = { $name } 不能用作变量名。请使用字母、数字和下划线。
error-bundled-server = 此服务器是 Paddock 自带的，不能更改或移除。
error-bundle-busy = 正在安装另一个捆绑包，因此没有更改任何内容。请稍后重试。
error-bundle-io = 无法读取或解压捆绑包：{ $reason }。没有添加任何内容。请检查该文件和磁盘后重试。
error-bundle-too-large = 捆绑包超过 { $most } MiB。没有添加任何内容。
error-bundle-not-zip = 这不是捆绑包，或者已损坏：{ $reason }。没有添加任何内容。请重新下载。
error-bundle-bomb = 此捆绑包的内容远超服务器所需，或多于其自身声明。它可能意在占满你的磁盘。没有添加任何内容。
error-bundle-bad-entry = 此捆绑包中的 { $name } 可能会写到其文件夹之外，或不是普通文件。没有添加任何内容。
error-bundle-twice = 此捆绑包中有两个 { $name }，因此它显示的内容可能与实际所做的不同。没有添加任何内容。
error-bundle-no-manifest = 此文件中没有 manifest.json，因此不是捆绑包。没有添加任何内容。
error-bundle-bad-manifest = 此捆绑包的清单格式不正确：{ $reason }。没有添加任何内容。请告知其作者。
error-bundle-unknown-version = 此捆绑包的清单版本为 { $version }，Paddock 不支持此版本。没有添加任何内容。更新版本的 Paddock 可能支持。
error-bundle-other-system = 此捆绑包不适用于此系统。没有添加任何内容。
error-bundle-missing = 服务器需要 { $setting } 的值。请提供。
error-bundle-bad-value = 这不能用作 { $setting } 的值。请更正。
error-bundle-secret-argument = 服务器要求把机密信息 { $setting } 放在其命令的参数中，而你的所有程序都能读取这些参数。Paddock 只通过变量传递机密信息，因此没有添加任何内容。如果可以，请将它留空，或请服务器的作者改用变量。
error-paste-not-json = 这既不是命令，也不是有效的 JSON：{ $reason }。没有添加任何内容。请修正后重试。
error-paste-no-servers = 其中没有找到服务器。请粘贴包含 mcpServers 或 servers 的部分。
error-paste-url-server = { $name } 要凭地址通过网络访问。Paddock 只运行这台计算机上的程序。
error-paste-no-command = { $name } 没有命令，因此没有可运行的内容。请添加它的命令。
error-bad-template = 无法用此模板生成地址：{ $reason }。没有读取任何内容。
error-call-misunderstood = 无法理解服务器的应答：{ $reason }。请查看它的消息。
error-unknown-message = 该消息属于之前的运行，或已不再保留。请选择较新的消息。
error-too-many-followed = 已经关注了 { $count } 个资源。请先停止关注一个。
error-bad-arguments = 参数与工具不符：{ $reason }。没有进行调用。请更正后重试。
error-workspace-unreadable = 无法读取工作区文件：{ $reason }。没有添加文件夹。
error-workspace-empty = 工作区文件没有指明这台计算机上的文件夹，因此没有可添加的内容。
error-records-lost = Paddock 数据所在的磁盘没有响应，因此部分活动没有记录下来。请检查磁盘。
error-export-failed = 无法写出活动记录：{ $reason }。请选择其他位置后重试。
error-command-changed = 在你阅读期间，命令发生了变化，因此没有启动。请重新阅读。
error-dialog-failed = 无法打开系统的文件夹对话框。请改为把文件夹拖到此窗口。
error-autostart-failed = 无法更改登录时启动的设置：{ $reason }。设置保持原样。
error-watcher-failed = 无法继续监视文件夹：{ $reason }。显示的文件夹缺失情况可能已过时。请重启 Paddock。
error-already-over = 该时间已过。请选择更晚的结束时间。
error-start-failed = 无法启动程序：{ $reason }。请检查它的命令。
error-server-stuck = 服务器无法结束，强制终止也无效。它的进程可能仍在运行；如有影响，请重启计算机。
error-keeper-lost = 监管此服务器的进程已结束，服务器也随之结束。请重新启动服务器。
error-watch-incomplete = 可能无法察觉 { $path } 的更改：{ $reason }。请重启 Paddock 以重新查看。
error-settings-not-saved = 无法保存设置：{ $reason }。Paddock 下次启动后将恢复为原来的设置。请检查磁盘，然后重新选择。
error-open-failed = 无法在文件管理器中显示 { $path }：{ $reason }。
error-paste-bad-name = 名称 { $name } 含有不可见的字符，可能会被误认作其他名称。请改用普通的名称。
error-paste-too-many = 条目过多（上限为 { $most } 项）。没有添加任何内容。请少粘贴一些。
error-paste-unknown-input = { $name } 需要 { $input }，但其中没有说明这是什么，或者必须运行某些内容才能得知。请填入它的值，然后重新粘贴。
error-paste-secret-argument = { $name } 要求把机密信息 { $setting } 放在其命令的参数中，而你的所有程序都能读取这些参数。Paddock 只通过变量传递机密信息。请服务器的作者改用变量。
error-paste-oci = { $name } 以容器镜像的形式提供。Paddock 自行启动程序，以便把它们限制在其文件夹内，不运行容器。请查找它的 npm 或 PyPI 软件包，或者捆绑包。
error-paste-mcpb = { $name } 以捆绑包的形式提供，而 Paddock 不会下载任何内容。请从 { $url } 下载，然后在这里打开。
error-paste-other-kind = { $name } 来自 { $kind } 类型的注册表，Paddock 无法从中启动任何内容。请用表单添加它的命令。
error-paste-other-registry = { $name } 来自 { $url }，而这类软件包通常并不来自那里。如果你信任该来源，请用表单添加命令，并在参数中指明该注册表。
error-paste-bad-package = { $name } 把 { $package } 称作软件包，但它并不是：它实际上可能是选项、文件或地址。请不要添加。
error-link-too-long = 链接超过 { $most } KiB，因此没有读取。请改为粘贴配置。
error-link-unknown = Paddock 无法读取此链接，或链接中有内容重复出现。没有添加任何内容。请在找到链接的地方，查找可以粘贴的配置。
error-link-shell = { $name } 的命令是写给 shell 的，除启动服务器外，还可能做其他事情。Paddock 不会为它启动 shell。如果你清楚这个命令会做什么，请用表单添加。
error-arrival-busy = 有内容请求添加，但你当时正在查看其他内容，因此它被拒绝了。请先处理完已打开的内容，再重新打开它。
error-arrival-gone = 你查看的内容已不存在，因此没有添加任何内容。请重新打开。
error-arrival-changed = 在你查看之后，{ $server } 已被更改或移除，因此没有更新任何内容。请查看现在会有哪些变化，再重新决定。
error-arrival-unreadable = 无法读取 { $path }：{ $reason }。没有添加任何内容。请检查该文件，然后重新打开。
error-arrival-unknown = Paddock 被要求打开 { $path }，但它不是捆绑包，不是 server.json，也不是 Paddock 自己的链接。没有打开任何内容。
error-paste-bad-entry = { $name } 不是有效的服务器条目：{ $reason }。请更正后重新粘贴。
error-unknown-attempt = 该访问尝试已不存在。它在此期间已得到答复或被忽略。
error-named-missing = { $path } 不存在，但 { $server } 的命令指明了它。请创建它，或更正命令。
error-named-loose = { $path } 直接位于存放你所有内容的文件夹中，因此不为它建议授权。请把它移到单独的文件夹中，并更正 { $server } 的命令。
error-named-unknown = 未能及时查看 { $server } 的命令所指明的文件夹。请在“访问权限”中授权。
error-not-enforceable = 这台计算机上没有任何机制能把此服务器限制在其文件夹内，因此没有启动：{ $reason }。请在“设置”中查看缺少什么，或允许它在不强制执行的情况下运行。
error-not-limited = 无法设置此服务器的资源限制，因此没有启动：{ $reason }。请再次启动它；如果仍然失败，请退出 Paddock 并重新打开。
error-limit-not-sensible = 这样的上限不适用于任何服务器，因此没有更改任何内容。请选择 128 MB 到 1 TB 的内存，以及 32 到 32,768 个进程。
error-leaks = 从内部进行的检查访问到了未授权的内容，因此没有启动服务器。请查看它最近一次的检查，撤销不需要的权限，然后重新启动。
error-proof-failed = 更改之后，Paddock 无法验证服务器是否限制在其文件夹内，因此已将其停止。请查看它最近一次的检查，然后重新启动。
error-boundary-lost = 把服务器限制在其文件夹内的机制已不存在，因此服务器已被停止。请重新启动它。
error-root-not-granted = 它的命令指明了文件夹 { $name }，但没有授权过该名称的文件夹，因此没有启动服务器。请授权该文件夹，或更改命令。
error-place-not-granted = 它的命令需要应用正在其中工作的文件夹，但该文件夹没有授权给它，因此没有启动服务器。请授权该文件夹，或更改命令。
error-footprint-too-large = Paddock 无法查明该程序运行所需的内容：要检查的文件太多。没有启动服务器。请把它放入单独的文件夹，或以软件包形式安装。
error-folder-in-program = 它的命令在指定要运行的程序或脚本的位置填入文件夹，这样谁选择文件夹，谁就能选择运行什么，因此没有启动服务器。请直接写出路径。
error-folder-in-text = 它的命令在程序文本中填入文件夹，文件夹的名称可能会作为代码运行，因此没有启动服务器。请把文件夹作为参数传入。
error-disk-hangs = 磁盘没有及时响应，因此没有启动服务器。请检查它的文件夹能否访问，然后重新启动。
error-disk-silent = 磁盘没有及时响应，因此没有可显示的内容。请检查能否访问磁盘，然后重试。
error-daemon-command = { $program } 会把工作交给在沙盒之外运行的服务，因此没有启动服务器。请改用它要启动的程序作为命令，或允许此服务器在不强制执行的情况下运行。
error-unknown-request = 该请求已结束。它已得到答复，或服务器不再等待。
error-unknown-place = 该问题已结束。它已得到答复，或应用已不在该文件夹中工作。没有授予任何权限。
error-unknown-call = 该调用已不再等待。它已得到答复，或其应用已断开。没有因此允许任何操作。
error-tool-off = { $tool } 已对所有应用禁用，因此命令行也不能使用。请在 Paddock 的窗口中调用，或更改规则。
error-tool-asks = 只有你同意后才能调用 { $tool }，而命令行无法征求你的同意。请在 Paddock 的窗口中调用，或更改规则。
error-unknown-tool-rule = 没有工具或应用可以使用该名称，因此没有创建规则。请使用 1 到 256 字节的名称。
error-tools-changed = 在询问你之后，工具又发生了变化，因此没有接受任何变化。请重新查看。
error-too-many-apps = 由 Paddock 代替询问的应用已达上限，因此没有添加这一个。请先为其他应用关闭此项。
error-too-many-paused = 已暂停的应用达到上限，因此没有暂停这一个。请先恢复其他应用。
error-not-its-folder = 该会话没有这个文件夹，因此无需移除。
error-within-another = 该文件夹位于会话拥有的另一个文件夹之内。请移除那一个，或撤销此文件夹。
error-no-such-app = 应用不能使用这个名称，因此没有更改任何内容。请使用应用在其配置中的名称。
error-too-many-rules = 此服务器的规则数量已达 Paddock 的上限，因此没有创建这条规则。请先移除一些。
error-too-many-servers = Paddock 保存的服务器数量已达上限，因此没有添加这个服务器。请先移除一个。
error-commands-too-long = 所有服务器的名称和命令合计过长，因此没有保存任何内容。请缩短这个命令，或先移除一个服务器。
error-too-many-providers = Paddock 保存的提供商数量已达上限，因此没有添加这个提供商。请先移除一个。
error-provider-too-long = 提供商的名称、地址或模型过长。没有保存任何内容。请缩短。
error-request-not-now = 请求目前不在这一步。请重新查看。
error-server-not-heard = 服务器没有运行，或它的请求已被屏蔽，因此无法放行这些请求。请启动它，或取消屏蔽。
error-form-invalid = 你填写的某些内容不符合服务器的要求。没有发送任何内容。
error-bad-edit = 你的更改与请求不符：{ $what }。没有发送任何内容。
error-no-model = 没有已知的模型可以回答。请在“设置”中设置一个，或自己写回答。
error-provider-bad-url = 这不是提供商的地址。地址应以 https:// 开头（若在这台计算机上，可以 http:// 开头），且不含用户名、密码或问号。
error-provider-key-again = 该密钥是为另一个地址提供的。请重新输入，或移除密钥。
error-provider-not-allowed = 你尚未允许 Paddock 向 { $name } 发送请求，因此没有发送任何内容。请在设置中检查，或在终端运行：paddock models check
error-secrets-no-keyring = 此桌面的密钥环不接受机密信息。请解锁或安装密钥环后重试，或在“设置”中或用 paddock keyring-only off 允许 Paddock 把它们保存在自己的文件中。
error-secret-missing = { $variable } 的值已不在密钥环中，因此没有启动服务器。请编辑服务器，重新输入该值。
error-secret-locked = 无法从密钥环读取 { $variable } 的值，因此没有启动服务器。请解锁密钥环，然后再次启动服务器。
error-secret-in-file = { $variable } 的值不在密钥环中，而你已选择仅使用密钥环中的机密信息启动服务器，因此没有启动服务器。请解锁或安装密钥环，或在“设置”中或用 paddock keyring-only off 更改此项。
error-draft-secret-gone = { $name } 的值已不再保存，因此没有更改任何内容。请重新输入。
error-draft-not-secret = { $name } 指明某项内容的位置或要运行的程序，因此不能作为机密信息隐藏，没有更改任何内容。请让它保持可见。
error-key-missing = 此提供商的密钥已不在密钥环中。请在“设置”中重新输入。
error-keyring-failed = 此桌面的密钥环出错。请解锁密钥环后重试。
error-call-denied = 你拒绝了服务器在此调用中提出的要求，因此已放弃该调用。
error-call-again = 请在浏览器中完成该步骤，然后再次调用该工具。
error-call-not-given = 服务器在此调用中要求的内容没有提供给它：{ $reason }。已放弃该调用。
error-browser-failed = 无法打开浏览器：{ $reason }。请复制该地址并自行打开。
error-host-gone = Paddock 的后台服务已结束，所有服务器也随之结束。你要求的操作可能没有完成。请等它恢复后重试。
error-host-failed = 无法启动 Paddock 的后台服务：{ $reason }。没有服务器在运行。请重试；如果反复出现，请重新安装 Paddock。
error-host-unreachable = 无法连接 Paddock 的后台服务：{ $reason }。没有更改任何内容。请结束其他 Paddock 进程，或重启计算机，然后重试。
error-host-newer = 后台正在运行更新版本的 Paddock（{ $version }），此版本无法与它配合。没有更改任何内容。请退出此程序后重新启动，或更新 Paddock。
error-host-older = 后台仍在运行较旧版本的 Paddock（{ $version }），此版本无法与它配合。请退出旧版本（其服务器会停止）：paddock quit。然后重新启动 Paddock。
error-host-silent = Paddock 的后台服务没有响应，所以什么都没有做。请结束它（其服务器会停止）：paddock quit。然后重试。
error-host-foreign = 在 Paddock 后台服务的位置作出应答的进程属于另一个账户，因此没有向它发送任何内容。请检查谁可以写入 Paddock 的数据文件夹。
error-not-a-front = Paddock 的后台服务未将此程序识别为 Paddock 的一部分，因此拒绝了它。请以安装时的方式启动 Paddock。
error-consent-elsewhere = 此处不接受同意，因此没有允许任何操作。请打开 Paddock 的窗口并在那里同意，或在其设置中允许在终端中表示同意。
error-needs-consent = 此操作需要由人在 Paddock 自己的窗口中同意，因此没有执行。请打开 Paddock 并在那里答复。
error-unknown-consent = 该问题已不再有效。它已得到答复，或所涉及的内容已发生变化。如果仍然需要，请重新提出。
error-too-many-consents = 等待你同意的问题过多，因此没有添加这一个。请先答复或忽略一些。
error-too-many-fronts = 连接到 Paddock 的程序过多，因此拒绝了这一个。请关闭其中一些后重试。
error-command-too-long = 发送给 Paddock 后台服务的内容过长（{ $bytes } 字节），因此没有执行任何操作。请减少一次发送的内容。
error-answer-too-long = 响应过长（{ $bytes } 字节），无法传递。
error-view-too-large = 一次要显示的内容过多（{ $bytes } 字节），因此显示的内容可能不是最新的。请移除不需要的服务器。现在仍可在终端中使用“paddock revoke --all”收回所有文件夹。
error-internal = Paddock 内部出错：{ $reason }。更改可能没有生效。请重试。
error-unknown = 发生错误，但此版本没有相应的说明：{ $code }。更改可能没有生效。
error-prove-no-tier = 无法实测：此系统无法以该方式把服务器限制在其文件夹内。缺少：{ $missing }
error-being-proved = 正在对它进行实测。请等待完成。
error-servers-paused = 所有服务器都已暂停，所以没有启动任何内容。请先恢复。
error-prove-untrusted = 你还没有信任此命令，所以没有为验证而启动它。请先阅读并信任它。
error-prove-unprepared = 无法实测：不能创建用于尝试的文件夹：{ $reason }
error-model-not-encrypted = 连接 { $host } 时不会加密，因此没有发送任何内容：否则途中的任何人都能读取请求和密钥。请使用 https 地址，或你自己网络中某台计算机的数字地址。
error-model-unreachable = 无法连接 { $host }：{ $reason }。没有得到回答。请检查它是否在运行、地址是否正确，然后重新发送。
error-model-tls = { $host } 无法证明自己的身份，因此没有发送任何内容：{ $reason }。请检查地址和这台计算机的日期。
error-model-proxy = 无法使用此桌面环境指明的代理，因此没有发送任何内容：{ $reason }。请检查 HTTPS_PROXY 和 ALL_PROXY。
error-model-unauthorized = 提供商拒绝了密钥，因此没有得到回答。请检查此提供商的密钥。
error-model-rate-limited = 提供商目前不再接受请求。请稍后重新发送，或选择其他模型。
error-model-rate-limited-for = 提供商在接下来的 { $seconds } 秒内不再接受请求。请在此之后重新发送，或选择其他模型。
error-model-no-such-model = 提供商没有名为 { $model } 的模型，因此没有得到回答。请选择其他模型。
error-model-overloaded = 提供商负载过高，因此没有得到回答。请稍后重新发送，或选择其他模型。
error-model-failed = 提供商出错，状态码为 { $status }，因此没有得到回答。它的说明：{ $message } 请重新发送，或检查其地址。
error-model-bad-request = 提供商拒绝了请求。它的说明：{ $message } 请更改请求，或选择其他模型。
error-model-unsupported = 无法向此提供商发送 { $what }，因此没有发送任何内容。请选择其他提供商的模型。
error-model-redirected = 提供商要把你转到 { $to }。没有跟随，以免请求和密钥被送往别处。如果这是正确的，请更改提供商的地址。
error-model-cut-off = 回答中途连接断开，因此已丢弃该回答。请重新发送。
error-model-malformed = 提供商的回答无法理解：{ $reason }。已丢弃该回答。请检查它的地址和类型是否正确。
error-model-timed-out = 提供商 { $seconds } 秒没有动静，因此已放弃请求。请重新发送，或选择其他模型。
error-model-too-long = 回答超过 { $limit } 字节，因此已丢弃。请减少要求的 token 数。
error-keyring-timed-out = 此桌面的密钥环没有响应，因此无法读取密钥。请解锁密钥环后重试。
error-keyring-unavailable = 无法使用此桌面的密钥环，因此无法读取密钥。请解锁它，或重新输入密钥：这样密钥会保留到 Paddock 退出为止。
error-output-closed = 已没有程序读取此输出。
error-output-failed = 无法写入输出：{ $reason }。请检查磁盘或读取它的程序。
error-host-other-version = 此程序与 Paddock 的后台服务版本不同，因此没有执行此操作。请退出 Paddock（其服务器会停止）：paddock quit。然后重新启动此程序。
error-cli-no-secret = 没有为 { $name } 输入任何内容，因此没有更改任何内容。请重试。
error-cli-no-home = 此账户没有主文件夹，因此无处存放 Paddock 的数据。请设置 HOME。
error-cli-unknown-server = 没有服务器 { $name }。列出服务器：paddock servers
error-cli-unknown-server-near = 没有服务器 { $name }。你是不是要找 { $names }？
error-cli-ambiguous = { $name } 可能指以下几个：{ $names }。请用编号指明其中一个。
error-cli-unknown-grant = 没有 { $name } 的授权。列出授权：paddock folders
error-cli-unknown-session = 没有会话 { $name }。它可能已经结束。列出会话：paddock sessions
error-cli-unknown-app = 没有名为 { $name } 的应用在使用服务器。列出正在使用的应用：paddock sessions
error-cli-unknown-app-to-pause = 没有名为 { $name } 的应用在使用服务器，因此没有暂停任何应用。列出正在使用的应用：paddock sessions。要在它出现之前就暂停，请加上 --ahead。
error-cli-unknown-ended = 没有已结束的 { $name }。列出已结束的授权：paddock folders --ended
error-cli-unknown-provider = 没有名为 { $name } 的提供商。列出它们：paddock models
error-cli-unknown-consent = { $id } 没有在等待同意，或已不再等待。列出等待同意的内容：paddock consents
error-cli-not-proposed = { $destination } 不在此命令将被允许连接的目标之中。
error-cli-unknown-page = 没有命令 { $name }。
error-cli-not-written = 无法写入 { $path }：{ $reason }。请选择其他文件夹。
error-cli-not-json = 传入的内容必须是 JSON 对象，例如 '{"{"}"text": "hi"{"}"}'。没有发送任何内容。
error-cli-input-unreadable = 无法读取标准输入：{ $reason }。没有发送任何内容。
error-cli-path-lines = 无法检查含有换行符的路径。请检查它所在的文件夹。
error-cli-needs-trust = 在你信任 { $server } 的命令之前，它不会启动。请阅读命令并决定：paddock servers trust { $argument }
error-cli-paused = 所有服务器暂停期间，{ $server } 不会运行。恢复后它会启动：paddock resume
error-cli-no-variable = { $server } 没有名为 { $name } 的变量。没有更改任何内容。
error-cli-needs-server = 请用 --server 指明此文件夹要给哪个服务器。
error-cli-needs-answer = 请用 --text、--values、--field 或 --model 指明回答。
error-cli-not-for-calls = 调用只能放行一次、放行一小时（--for 1h）、放行一个会话或始终放行，因此没有执行任何操作。请去掉 --this-run、--unlimited 和其他时长。
error-cli-not-for-sending = 发送更多数据只能允许到今天结束，因此没有执行任何操作。请不要指定有效期，或使用 --unlimited。
error-cli-not-for-connections = 连接只能按时间允许，因此没有执行任何操作。请使用 --this-run、--for 或 --always。
error-cli-not-blocked = 只能屏蔽服务器和应用提出的请求，或服务器正在等待的访问，因此没有执行任何操作。请去掉 --block。
error-cli-no-field = 表单中没有字段 { $name }。它有以下字段：{ $names }
error-cli-refused-folder = { $path } 不能授权。{ $why }
error-cli-no-terminal = 表示同意需要有人在终端前操作，而这里没有终端。没有更改任何内容。请在终端中运行此命令。
error-cli-not-foreground = 表示同意需要有人在终端前操作，而此命令在后台运行。没有更改任何内容。请将它切换到前台后重试。
error-cli-not-consented = 你没有同意，因此没有更改任何内容。
error-cli-not-agreed = 你没有同意，因此没有更改任何内容。
error-cli-app-unknown = Paddock 不认识名为 { $name } 的应用。它认识以下应用：{ $names }
error-cli-app-not-here = 这里没有 { $name } 的配置文件，因此没有更改任何内容。请先启动一次该应用，或先向它添加一个服务器。
error-cli-app-no-entry = { $app } 中没有可对应 { $name } 的条目，因此没有更改任何内容。列出它的条目：paddock apps
error-cli-app-nothing = { $name } 中没有绕过 Paddock 启动服务器的条目，因此没有更改任何内容。列出它的条目：paddock apps
error-cli-app-not-connected = { $name } 中没有已接入的条目，因此没有可恢复的内容。列出已接入的条目：paddock apps
error-cli-apps-busy = 另一条命令正在接入或取消接入应用，因此没有更改任何内容。请等它完成后重试。
error-cli-apps-kept = 无法读取或写入 Paddock 保存的已接入应用的信息：{ $reason }。请查看 Paddock 数据中的 apps 文件夹，然后重试。
error-apps-slow = 应用配置文件所在的磁盘没有及时响应。已经开始的操作可能仍会完成。请在它恢复响应后重新查看。
error-apps-changed = 应用的配置文件在显示之后发生了变化，因此没有询问或更改任何内容。请重新查看并重新选择。
error-apps-servers-left = 以下服务器是为某个应用添加的，但无法写入该应用的配置文件：{ $names }。如果不需要，请在“服务器”页面移除它们。
error-app-broken = 应用的配置文件在第 { $line } 行第 { $column } 列有错误：{ $reason }。没有更改任何内容。请更正后重试。
error-app-duplicate-key = 应用的配置文件中有重复的键，第二次出现在第 { $line } 行第 { $column } 列，因此无法判断以哪个为准。没有更改任何内容。请移除其中一个后重试。
error-app-too-large = 应用的配置文件超过 { $most } MiB，因此 Paddock 不会读取。没有更改任何内容。请手动更改该条目。
error-app-too-many = 应用的配置文件有 { $most } 个或更多条目，因此 Paddock 不会读取。请移除一些后重试。
error-app-not-a-file = 应用的配置文件不是普通文件，因此 Paddock 不作改动。请换成普通文件。
error-app-not-text = 应用的配置文件不是 UTF-8 文本，因此 Paddock 不作改动。请将它保存为 UTF-8 后重试。
error-app-unreadable = 无法读取应用的配置文件：{ $reason }。没有更改任何内容。请检查谁可以读取它。
error-app-gone = 应用的配置文件已不存在，因此没有更改任何内容。请启动一次该应用后重试。
error-app-leads-out = 应用的配置文件是指向 { $path } 的链接，该位置不属于此应用的配置范围，因此 Paddock 不会写入。请手动更改该文件。
error-app-hard-linked = 应用的配置文件有 { $links } 个名称（硬链接），替换它会使这些名称不再指向同一个文件。没有更改任何内容。请只保留一个名称后重试。
error-app-read-only = 应用的配置文件或其所在文件夹是只读的，因此没有更改任何内容。请将其设为可写后重试。
error-app-not-yours = 应用的配置文件属于另一个账户，因此 Paddock 不会写入。请取得其所有权，或手动更改。
error-app-another-broken = 此应用的另一个配置文件有错误：{ $path }。没有更改任何内容，因为无法得知应用会怎样解读它。请更正后重试。
error-app-of-project = 此配置文件属于可能与他人共享的项目，因此 Paddock 不会写入。请手动更改。
error-app-unknown = Paddock 已不再认识此应用，因此没有更改任何内容。请手动更改它的配置文件。
error-app-several-files = 这些条目分布在多个文件中，因此没有更改任何内容。请只指明同一个文件中的条目。
error-app-entry-gone = 已没有条目 { $name }，因此没有更改任何内容。列出现有条目：paddock apps
error-app-entry-changed = 条目 { $name } 在显示之后被更改，因此没有写入任何内容。请重试，并先重新阅读。
error-app-entry-unusual = 条目 { $name } 在第 { $line } 行第 { $column } 列的写法是 Paddock 不会编辑的。没有更改任何内容。请改用更简单的写法，或手动更改。
error-app-entry-no-command = 条目 { $name } 不在这台计算机上启动命令，因此无法通过 Paddock。没有更改任何内容。请不要包含它。
error-app-entry-already-through = 条目 { $name } 已经通过 Paddock，因此没有更改任何内容。请不要包含它。
error-app-entry-needs-app = 条目 { $name } 需要 { $placeholder }，而只有其应用能填写它，因此无法通过 Paddock。没有更改任何内容。请在该处直接写入实际的值，或在 Paddock 中添加该服务器并输入该值。
error-app-entry-asks = 条目 { $name } 需要 { $value } 的值，该值由其应用填写。没有更改任何内容。请不带 --yes 连接此条目以输入该值，或在窗口中连接。
error-app-entry-acts-elsewhere = 条目 { $name } 运行的 { $program } 在沙盒之外行事，因此无法通过 Paddock。没有更改任何内容。请让它直接运行背后的程序，或把此条目留给其应用。
error-app-entry-twice = 条目 { $name } 指明了两次，因此没有更改任何内容。请只指明一次。
error-app-bad-server-name = { $name } 不能在应用的配置文件中用作服务器名称，因此没有更改任何内容。请重命名该服务器。
error-app-bad-shim = 此程序自身的文件被替换，或它的路径不是纯文本，因此没有应用能启动它。没有更改任何内容。请重试，或将 Paddock 安装到其他位置。
error-app-secret-missing = Paddock 保存的 { $name } 的信息不完整，因此无法恢复。它保持原样。请用 Paddock 数据中 apps 文件夹里的备份恢复。
error-app-env-file-elsewhere = 只有该应用知道 { $path } 是哪个文件，因此服务器得不到其中的变量。请在该服务器的页面上填写。
error-app-env-file-unfit = { $path } 不是 Paddock 可以读取且不超过 { $most } KiB 的文件，因此服务器得不到其中的变量。请更正后重新连接，或在该服务器的页面上填写。
error-app-env-file-line = { $path } 的第 { $line } 行无法读作 NAME=值，因此服务器得不到该文件中的变量。请更正此行后重新连接，或在该服务器的页面上填写。
error-app-would-damage = 此次编辑会更改条目以外的内容，因此没有写入任何内容。请手动更改配置文件，并报告此问题。
error-app-changed-meanwhile = 应用的配置文件在同一时刻被更改，因此没有写入任何内容。请重试。
error-app-backup-exists = 备份要写入的位置已有另一个文件，因此没有更改任何内容。请重试。
error-app-backup-failed = 无法写入应用配置文件的备份：{ $reason }。没有更改任何内容。请腾出一些空间后重试。
error-app-write-failed = 无法写入应用的配置文件：{ $reason }。文件没有变化。请检查磁盘和文件夹后重试。
error-app-not-here = Paddock 尚不能在此系统上写入应用的配置文件，因此没有更改任何内容。请手动更改。

## Command line

cli-about = 选择每个 MCP 服务器可以访问哪些文件夹

    收窄权限立即生效；放宽权限会等待你同意：在 Paddock 的窗口中，
    没有窗口时则在此终端中。
cli-about-status = 显示当前状况
cli-about-servers = 列出服务器，或对某个服务器执行操作

    用名称或 #编号 指明服务器。
cli-about-servers-add = 添加服务器；它的命令尚未受信任
cli-about-servers-edit = 更改服务器：没有指明的部分保持不变
cli-about-servers-import = 添加应用设置、server.json 或链接中的服务器

    FILE 是文件、链接，或表示标准输入的 -。需要的值在终端输入；这不会信任命令，也不会授予文件夹。如有遗漏，则退出码为 65。
cli-about-servers-remove = 移除服务器、它的访问权限和它的主文件夹
cli-about-servers-show = 显示某个服务器的全部信息
cli-about-servers-trust = 阅读服务器的命令之后，信任该命令
cli-about-servers-distrust = 取消对命令的信任，并停止服务器
cli-about-servers-start = 启动服务器
cli-about-servers-stop = 停止服务器
cli-about-servers-restart = 停止服务器并重新启动
cli-about-servers-propose = 提议服务器命令中提到的文件夹，等待你同意
cli-about-servers-set = 更改服务器的限制方式、启动方式，以及是否接受其请求
cli-about-servers-log = 显示服务器在应答之外输出的内容
cli-about-servers-tools = 列出服务器的工具
cli-about-servers-call = 调用工具，并输出它的结果

    如果工具报告失败，则退出码为 1。
cli-about-servers-resources = 列出服务器的资源和模板
cli-about-servers-read = 读取资源
cli-about-servers-prompts = 列出服务器的提示词
cli-about-servers-prompt = 填写提示词，并输出结果
cli-about-servers-suggest = 显示服务器为提示词或模板的某个值给出的建议
cli-about-servers-messages = 显示与服务器之间的消息
cli-about-folders = 列出哪个服务器可以使用哪个文件夹
cli-about-grant = 经你同意后，允许服务器使用文件夹
cli-about-access = 更改服务器可以在文件夹中做什么
cli-about-extend = 更改服务器可以使用文件夹多久
cli-about-again = 重新授予已结束的权限：见 folders --ended
cli-about-revoke = 立即撤销对文件夹的访问权限

    GRANT 是文件夹列表中的编号，或一个路径。给出路径时，会撤销所有服务器
    对它的访问权限；如果在其后指明服务器，则只撤销该服务器的。
cli-about-pause = 停止所有服务器，持续一段时间或直到你恢复
cli-about-resume = 在暂停结束之前重新启动服务器
cli-about-sessions = 列出正在使用服务器的应用
cli-about-apps = 列出这台计算机上的 AI 应用，以及它们启动的内容

    直接：应用自行启动服务器，服务器可以读取你能读取的一切内容。
cli-about-apps-ask = 设置应用无法询问你时，是否在 Paddock 中询问服务器提出的问题

    不带 on 或 off 时，显示当前是哪一种。服务器的问题在 paddock requests 中等待。
cli-about-connect = 让应用启动的服务器通过 Paddock

    显示应用的配置文件和服务器会发生什么变化，并征求你的同意。这些服务器会
    添加到 Paddock；每个服务器都要等你信任它，并把文件夹授权给它。
cli-about-disconnect = 恢复应用自行启动的内容

    服务器会留在 Paddock 中。之后被更改过的内容会列出，但不作改动：此时退出码为 1。
cli-about-install = 添加 MCP 捆绑包（.mcpb）中的服务器

    显示捆绑包的自我说明，询问它需要知道的内容，然后将其解包。
    此时服务器尚未受到信任，也没有任何文件夹。
cli-about-end = 立即结束应用对服务器的使用
cli-about-narrow = 从应用的一个会话移除文件夹，直到它结束

    SESSION 是会话列表中的编号。应用可能会再启动一个。
cli-about-scope = 显示或更改应用可以得到服务器的哪些文件夹

    all：服务器的所有文件夹。app：仅限应用的工作位置。
cli-about-rules = 列出应用可以调用服务器的哪些工具，或更改某个工具的规则

    RULE 是 allowed（允许）、ask（先询问）、off（禁用）或 none（取消规则）。
    更宽松的规则会等待你同意。
cli-about-changed = 列出服务器中已变化的工具，或对其作出决定
cli-about-models = 列出或更改连接语言模型的位置
cli-about-models-add = 添加语言模型提供商
cli-about-models-edit = 更改提供商：未指定的内容保持不变
cli-about-models-check = 向提供商查询其模型
cli-about-models-remove = 移除提供商及其密钥
cli-about-destinations = 列出服务器可以连接哪里，以及传输了多少数据
cli-about-allow = 经你同意后，允许服务器连接某处

    DESTINATION 可以是名称，例如 api.example.com 或 *.example.com；可以是 *，
    表示任何名称；也可以是地址、地址范围（例如 10.0.0.0/8），或这台计算机上的
    程序（例如 localhost:5432）。如果没有指明端口，则指 80 和 443。
cli-about-deny = 一律不允许服务器连接某处，也不询问
cli-about-forget = 收回对某个连接目标的决定

    已打开的连接会被切断。对已拒绝的连接目标恢复询问，需要等待你同意。
cli-about-requests = 列出服务器和应用向你提出的请求，或作出答复
cli-about-requests-show = 显示某个请求的全部信息
cli-about-requests-answer = 阅读请求之后，作出答复

    不带任何选项时：等待审阅的回答会被交付；网页地址则视为同意打开。
cli-about-requests-stop = 停止模型；请求重新等待
cli-about-requests-next = 经你同意后，服务器接下来的请求无需询问即可通过
cli-about-requests-missed = 列出错过的请求
cli-about-requests-deny = 拒绝请求

    这不会对连接目标作出决定：服务器可以再次询问。要永久拒绝：paddock deny
cli-about-requests-allow = 经你同意后，放行调用，或允许服务器连接

    对于调用，不带任何选项时：放行这一次；如果已让应用重试，则放行它的下一次
    尝试。对于连接，不带任何选项时：允许 1 小时。
cli-about-requests-grant = 经你同意后，允许服务器使用应用正在其中工作或服务器试图访问的文件夹
cli-about-consents = 列出等待你同意的内容，或作出决定
cli-about-consents-show = 显示你将同意的内容
cli-about-consents-agree = 在终端中阅读内容并表示同意
cli-about-consents-dismiss = 不予同意，将某项从列表中移除
cli-about-check = 显示哪些服务器可以使用某个路径

    如果有路径是所查询的服务器都无法访问的，则退出码为 1。
cli-about-activity = 显示发生过的事件，最新的在最后
cli-about-prove = 实测服务器确实被限制在其文件夹内

    不指明服务器时：先测试 Paddock 自带的文件服务器，如果给出了 COMMAND，再测试它，
    均在为此创建的文件夹中进行。如果有不符合预期之处，则退出码为 1。
cli-about-settings = 显示设置，或更改活动记录保留多久

    减少保留的内容会等待人的同意：这会让人看不到服务器做过什么。
cli-about-system = 显示这台计算机可以强制执行什么
cli-about-doctor = 显示这里有什么问题以及如何处理，供报告使用

    如果有不符合预期之处，则退出码为 1。
cli-about-terminal-consent = 设置是否也允许在终端中表示同意
cli-about-keyring-only = 设置服务器的机密信息是否只能保存在密钥环中

    设为 on 时，机密信息不在密钥环中的服务器不会启动。设为 off 时，密钥环不接受的
    机密信息保存在 Paddock 自己的文件中，该文件仅你的账户可读。
cli-about-run = 通过 Paddock 为 AI 应用运行服务器

    应用的配置中，用它代替服务器自己的命令。如果 Paddock 中还没有该服务器，
    可以在 -- 之后给出它的命令：它会以其程序的名称添加一次，
    在你信任它之后运行。
cli-about-host = 在前台运行 Paddock 的后台服务
cli-about-quit = 停止所有服务器和 Paddock 的后台服务
cli-about-help = 列出命令，或说明其中一个
cli-about-completions = 输出 bash、zsh 或 fish 的补全脚本
cli-about-man = 输出命令的手册页
cli-about-generate = 写出补全脚本和手册页，供软件包使用
cli-usage-heading = 用法：
cli-heading-commands = 命令
cli-heading-arguments = 参数
cli-heading-options = 选项
cli-group-now = 当前情况
cli-group-servers = 服务器
cli-group-folders = 文件夹
cli-group-network = 网络
cli-group-apps = AI 应用
cli-group-paddock = Paddock 本身
cli-help-more = paddock help all 列出所有命令；paddock help COMMAND 说明其中一个。
cli-arg-json = 输出 JSON，供程序读取
cli-arg-help = 显示此帮助
cli-arg-help-command = 命令，例如 servers add；all 列出所有命令
cli-arg-update = 更改由同名捆绑包运行的服务器
cli-arg-version = 显示版本
cli-arg-install-file = 捆绑包
cli-arg-no-wait = 让它继续等待同意，并以退出码 75 结束
cli-arg-without = 不包括命令中提到的某个目标；仅在此终端有效，在窗口中请取消勾选
cli-arg-server = 服务器的名称或 #编号
cli-arg-name = 服务器的名称
cli-arg-rename = 今后的名称
cli-arg-env = 给它的变量；数量不限
cli-arg-secret = 作为机密信息保存的变量；其值由你输入，输入时不显示
cli-arg-not-secret = 不是机密信息的变量，无论看起来如何
cli-arg-unset = 不再提供给它的变量
cli-arg-cwd = 它的启动位置
cli-arg-command = 程序及其参数
cli-arg-enforced = 把它限制在其文件夹内，或只告知它有哪些文件夹
cli-arg-network = off、ask（你允许的可以连接，其余询问你）或 open（任何地方）
cli-arg-ask-first = 首次访问范围外的内容时，让它等你答复
cli-arg-restart = 结束之后：on-failure、never 或 always
cli-arg-on-demand = 首次使用时启动
cli-arg-stop-when-idle = 闲置这么久之后停止，例如 10m
cli-arg-keep-alive = 健康检查的间隔
cli-arg-most-sent = 每天最多可发送的数据量，例如 500kB 或 10MB；none 表示不限制
cli-arg-memory = 最多可用的内存，例如 512MB 或 1GB；none 表示不限制
cli-arg-processes = 最多可有的进程和线程数
cli-arg-listen = 接受它向你提出的请求；off 表示屏蔽
cli-arg-requests-an-hour = 每小时最多可提出的请求数
cli-arg-tokens-a-day = 每天最多可使用的模型 token 数
cli-arg-servers-log-follow = 有新内容时持续输出
cli-arg-servers-log-session = 仅显示该会话的内容（会话列表中的编号）
cli-arg-tool = 工具的名称
cli-arg-arguments = 以 JSON 对象表示的参数；- 表示从标准输入读取
cli-arg-address = 列表中的资源地址或模板
cli-arg-servers-read-values = 模板的值，可有多个
cli-arg-servers-read-follow = 每次更改后重新读取
cli-arg-prompt = 提示词的名称
cli-arg-servers-prompt-values = 提示词需要的值，可有多个
cli-arg-of = 提示词的名称，或列表中的模板
cli-arg-typed = 要获取建议的值，写到已输入的部分
cli-arg-servers-suggest-values = 已经填好的值，可有多个
cli-arg-servers-messages-text = 仅包含此文本的消息
cli-arg-errors = 仅报告错误的消息
cli-arg-before = 仅此编号之前的消息
cli-arg-script = 输出一个 shell 脚本，重新发送到此编号为止发送过的内容，不含机密
cli-arg-models-add-name = 提供商的名称
cli-arg-models-edit-name = 提供商的名称
cli-arg-models-check-name = 提供商的名称
cli-arg-models-remove-name = 提供商的名称
cli-arg-url = 其 API 的地址，例如 https://api.openai.com/v1
cli-arg-api = 使用的 API：openai（默认，许多其他提供商也使用）或 anthropic
cli-arg-key = 输入密钥，输入时不显示
cli-arg-no-key = 移除其密钥
cli-arg-models-add-model = 服务器未指定模型时使用的模型
cli-arg-models-edit-model = 服务器未指定模型时使用的模型
cli-arg-app = 应用的名称，由 Paddock 显示
cli-arg-run-name = 如果 Paddock 还没有此命令，服务器使用的名称
cli-arg-run-command = 服务器自己的命令。Paddock 添加后不启动，等待信任
cli-arg-ended = 已结束的授权的编号
cli-arg-folders-ended = 列出已结束的授权
cli-arg-path = 文件夹、.code-workspace 文件，或另一服务器所获授权的 #编号
cli-arg-paths = 路径，可给出多个
cli-arg-access = read（默认）、write（不含会被其他程序执行的文件）、commit（可写，并可用 Git 提交）或 write-all
cli-arg-requests-grant-access = read（默认值，除非服务器试图写入）、write、commit 或 write-all
cli-arg-for = 持续这么久，例如 30m、1h30m 或 2d
cli-arg-this-run = 服务器运行期间
cli-arg-until-midnight = 到今晚午夜
cli-arg-always = 直到你撤销（默认）
cli-arg-extend-always = 直到你撤销
cli-arg-pause-for = 持续这么久，例如 30m；否则直到你恢复
cli-arg-pause-app = 仅此名称的应用所使用的
cli-arg-pause-ahead = 暂停尚未出现的应用
cli-arg-resume-app = 单独暂停的此名称的应用
cli-arg-narrow-session = 会话列表中的编号
cli-arg-narrow-folder = 会话拥有的文件夹
cli-arg-grant = 文件夹列表中的编号，或一个路径
cli-arg-grants = 文件夹列表中的编号，或一个路径并可加上服务器
cli-arg-all = 所有已授权的内容
cli-arg-again-all = 所有已结束的内容
cli-arg-requests-missed-clear = 将其从列表中移除
cli-arg-status-clear = 将通知从列表中移除
cli-arg-folders-clear = 将已结束的项目从列表中移除
cli-arg-requests-next-count = 数量；未指定时为 1
cli-arg-from = 文件、链接，或表示标准输入的 -
cli-arg-repository = 改为提议该文件夹所在的仓库
cli-arg-sessions = 会话列表中的编号；数量不限
cli-arg-end-app = 该名称的应用正在使用的全部服务器
cli-arg-client = 例如 cursor 或 claude-code；见 paddock apps
cli-arg-apps-ask-client = 例如 cursor，或应用在其配置中的其他名称
cli-app-ask-question = 在 { $app } 的会话中，如果 { $app } 无法询问你，是否在 Paddock 中询问服务器提出的问题？

    服务器可能请你填写表单、打开网页，或请语言模型作答。
cli-listen-question = 允许 { $server } 再次向你提出请求？它的请求会在 paddock requests 中等待。
cli-renames = 将 { $server } 重命名为 { $name }？应用按名称启动服务器：之后，{ $name } 的条目会启动这个服务器。
cli-asking-question = 允许 { $server } 每小时提出 { $requests } 个请求、每天使用 { $tokens } 个模型 token？
cli-next-question = 让 { $server } 接下来的 { $count } 个请求无需询问即可通过？
cli-nothing-proposed = 它的命令中没有可以提议的文件夹。
cli-app-asks-here = 它无法询问你时，会在 Paddock 中询问其服务器提出的问题。
cli-app-asks-itself = 它的服务器只能提出该应用允许它们提出的请求。
cli-arg-entries = 条目的名称；不指明则为全部
cli-arg-yes = 不先询问；服务器仍会等待信任
cli-arg-request = 请求的编号
cli-arg-requests-show-request = 请求的编号，或列表中的项目，例如 call-3、place-2 或 attempt-1-5
cli-arg-requests-deny-request = 请求的编号，或列表中的项目，例如 call-3、place-2 或 attempt-1-5
cli-arg-requests-allow-which = 例如 call-3、destination-5 或 sending-2
cli-arg-requests-grant-which = 例如 place-2 或 attempt-1-5
cli-arg-session = 在会话期间放行对此工具的所有调用
cli-arg-requests-allow-always = 从现在起，始终放行此应用对此工具的调用，或允许服务器连接
cli-arg-requests-allow-for = 允许服务器连接这么久，例如 30m（不指明则为 1 小时）；调用则用 1h
cli-arg-requests-allow-this-run = 在服务器运行期间允许它连接
cli-arg-requests-allow-unlimited = 在午夜之前不限制服务器发送的数据量
cli-arg-destination = 例如 api.example.com、*.example.com、10.0.0.0/8 或 localhost:5432
cli-arg-destinations-server = 只列出此服务器的
cli-arg-scope = all 或 app
cli-arg-rule = allowed、ask、off 或 none
cli-arg-rules-app = 只针对该名称的应用
cli-arg-accept = 按现状接受
cli-arg-hold = 调用已变化的工具时等你答复
cli-arg-text = 用你自己的话回答；- 表示从标准输入读取
cli-arg-values = 以 JSON 对象表示的已填写表单；- 表示从标准输入读取
cli-arg-field = 表单的一个字段；数量不限
cli-arg-model = 让模型撰写回答，并由你审阅
cli-arg-block = 不再询问：屏蔽此服务器的请求，对此应用禁用该工具，或在服务器运行期间拒绝该文件夹
cli-arg-which = 等待中的项目，例如 c3 或 p1
cli-arg-activity-text = 只显示路径、服务器名称或详细信息中含有此文本的记录
cli-arg-activity-app = 只显示此应用会话中的记录
cli-arg-activity-tool = 只显示对此工具的调用
cli-arg-activity-result = 只显示完成（done）、已拦截（blocked）或失败（failed）的记录
cli-arg-activity-until = 只显示此时间之前的记录，例如 1h 或 2026-11-22
cli-arg-kind = 只显示此类，例如 granted 或 tool-called；多个用逗号分隔
cli-arg-since = 从此时间开始：2h、today、2026-11-22 或 2026-11-22T14:00
cli-arg-count = 最多显示这么多条（默认 50）
cli-arg-activity-follow = 有新事件时持续输出
cli-arg-export = 全部写入此文件，只有你可以读取；- 表示写到标准输出
cli-arg-format = jsonl 或 csv（不指明则依文件名而定）
cli-arg-delete = 删除到目前为止的全部记录；必须由人表示同意
cli-arg-keep-days = 活动记录保留这么多天
cli-arg-keep-megabytes = 活动记录最多占用这么多 MB，超出时先删除最早的
cli-arg-keep-paths = 是否记录调用所指明的、位于已授权文件夹中的路径
cli-arg-keep-arguments = 是否记录调用工具时的参数
cli-arg-tier = 使用 live-mounts 或 landlock，而不是这里可用的最佳方式
cli-arg-markdown = 输出 Markdown
cli-arg-on = on 或 off
cli-arg-stay = 持续运行到被要求退出为止，即使不再需要
cli-arg-shell = bash、zsh 或 fish
cli-arg-man-command = 例如 grant 或 servers add
cli-arg-dir = 要写入的文件夹
cli-see-help = 更多信息：paddock --help
cli-unknown-argument = 意外的参数：{ $argument }。
cli-unknown-command = 没有命令 { $value }。
cli-no-value = { $argument } 需要一个值。
cli-wrong-value = { $argument } 不能是 { $value }。
cli-conflict = { $argument } 不能与 { $value } 同时使用。
cli-missing = 缺少：{ $argument }
cli-missing-command = 请指明要做什么。
cli-no-text = 有参数不是有效的文本。
cli-did-you-mean = 你是不是要用 { $names }？
cli-one-of = 可以是以下之一：{ $names }
cli-hint-time = 时长的写法如 30m、1h30m 或 2d。
cli-hint-since = 写法如 2h、today、2026-11-22 或 2026-11-22T14:00。
cli-hint-pair = 写法为 NAME=VALUE。
cli-hint-size = 大小应为数字加 MB 或 GB，例如 512MB；也可以是 none。
cli-hint-sent = 大小应为数字加 kB、MB 或 GB，例如 10MB；也可以是 none。
cli-hint-number = 应为列表中显示的编号。
cli-hint-count = 应为整数，例如 50。
cli-hint-waiting = 应按列表中的写法，例如 c3 或 p1。
cli-hint-asked = 应按列表中的写法，例如 41、call-3、place-2、destination-5 或 attempt-1-5。
cli-attempt-offer = 可为此授予的文件夹
cli-attempt-needs = 为此需要的权限
cli-attempt-no-offer = 没有适合为此授予的文件夹。
cli-head-id = ID
cli-head-server = 服务器
cli-head-app = 应用
cli-head-state = 状态
cli-head-kept = 限制方式
cli-head-command = 命令
cli-head-folder = 文件夹
cli-head-access = 访问权限
cli-head-until = 有效期
cli-head-since = 开始时间
cli-head-reaches = 可以使用
cli-reaches-all = 你能读取的一切内容
cli-head-path = 路径
cli-head-answer = 结果
cli-head-tool = 工具
cli-head-address = 地址
cli-head-name = 名称
cli-head-prompt = 提示词
cli-head-values = 值
cli-head-key = 密钥
cli-head-models = 模型
cli-head-rule = 规则
cli-head-file = 文件
cli-head-entry = 条目
cli-head-how = 方式
cli-head-runs = 运行内容
cli-head-about = 说明
cli-head-kind = 类型
cli-head-destination = 连接目标
cli-head-seen = 连接数
cli-head-sent = 已发送
cli-head-received = 已接收
cli-head-used = 最近使用
cli-head-what = 内容
cli-no-apps = 这里没有找到 Paddock 认识的 AI 应用。
cli-app-no-config = 还没有配置文件
cli-app-empty = 没有条目
cli-app-direct = 直接
cli-app-through = 通过 Paddock，使用 { $server }
cli-app-remote = 远程
cli-app-own = 应用自带
cli-app-unreadable = 无法读取：{ $why }
cli-app-not-written = 无法更改：{ $why }
cli-app-as-before = 已在 Paddock 之外改回原样
cli-app-changed = 接入之后被更改过
cli-app-unsure = 无法比对
cli-app-lost = { $entry } 曾经接入，现已不在 { $path } 中。
cli-install-title = 即将从捆绑包添加服务器：{ $name }
cli-updated = 在你信任服务器 { $server }（#{ $id }）的命令之后，它将改由新的捆绑包运行。
cli-install-version = 版本
cli-install-author = 作者
cli-install-description = 说明
cli-install-claims = 以上均为捆绑包的自述，未经任何人核实。
cli-install-update = 服务器 { $server } 由一个同名的捆绑包运行，将改为使用此捆绑包。它的文件夹、连接目标和规则保持不变。没有任何依据表明两者出自同一作者。会再次请你信任它的命令。
cli-install-stranger = { $server } 由一个同名的捆绑包运行，其自述作者为 { $author }。此捆绑包写的是另一作者。
cli-install-unreadable = { $server } 所用的捆绑包已无法读取，因此无法比较。
cli-install-waits = 捆绑包会解压，但其中没有任何内容开始运行：它的服务器要等你信任其命令，文件夹要等你授权。
cli-install-number = 一个数字。
cli-install-boolean = 输入 true 或 false。
cli-install-directory = 一个文件夹。你授权之后，服务器才能使用它。
cli-install-file = 一个文件。你授权它所在的文件夹之后，服务器才能使用它。
cli-install-usual = 如果不输入：{ $value }
cli-install-optional = 可以留空。
cli-install-more = 再输入一个；不输入则继续下一步。
cli-connect-title = { $app } 从下次启动起，将通过 Paddock 启动以下内容：
cli-connect-link = 这是一个链接。实际写入的是 { $path }
cli-connect-new = { $entry } 将成为新的服务器 { $server }
cli-connect-there = { $entry } 将使用命令相同的服务器 { $server }
cli-connect-env = 移入 Paddock 的变量：{ $names }
cli-connect-env-file = 从 { $path } 读取的变量：{ $names }
cli-connect-folders = 它指明的文件夹，由你授权：{ $names }
cli-connect-unset = 因未填写值而不设置：{ $names }
cli-connect-lost = 将会丢失，因为只有该应用能填写：{ $names }
cli-connect-skipped = { $entry } 保持不变：{ $why }
cli-skipped-through = 已通过 Paddock
cli-skipped-needs-app = 需要 { $placeholder }，而它只有该应用能填写
cli-skipped-asks = 需要 { $value } 的值；请指定名称且不带 --yes 来连接，以便输入
cli-skipped-elsewhere = 运行 { $program }，它在沙盒之外行事
cli-skipped-remote = 是位于别处的服务器（{ $host }），不会在此启动任何内容
cli-skipped-own = 是应用的一部分，不启动任何命令
cli-connect-waits = 这一步不会授予服务器任何权限：新的服务器要等你信任其命令，文件夹要等你授权。
cli-connect-taken-back = 为它添加的服务器已重新移除：{ $names }
cli-connect-left = 以下服务器是为它添加的，但无法移除：{ $names }
cli-connect-partly = 以下文件此前已写入，保持接入：{ $names }
cli-connected = { $app } 已接入，从下次启动起使用 Paddock。
cli-connected-left = 接下来要做的（如果尚未完成）：
cli-disconnect-title = { $app } 的条目会有以下变化：
cli-disconnect-direct = 应用将重新自行启动这些服务器，凡是你能读取的内容，它们都能读取。
cli-disconnect-restored = 恢复原样
cli-disconnect-as-before = 已经是原样
cli-disconnect-left = 之后被更改过，不作改动
cli-disconnect-gone = 已不存在
cli-disconnected = { $app } 的条目已恢复。服务器仍留在 Paddock 中，移除服务器：paddock servers remove
cli-not-running = Paddock 的后台服务没有运行。
cli-host-runs = Paddock 的后台服务（{ $version }）已在运行。没有启动任何内容。要重新启动它，请先用 paddock quit 结束它（其服务器会停止）。
cli-running = Paddock { $version } 正在运行。
cli-status-servers = { $count ->
   *[other] { $count } 个服务器，{ $running } 个正在运行
}
cli-status-not-enforced = 未强制执行：{ $servers }
cli-status-failed = 故障：{ $servers }
cli-status-needs-trust = 尚未信任：{ $servers }
cli-status-grants = { $count ->
    [0] 没有文件夹访问权限
   *[other] { $count } 项授权
}
cli-status-sessions = { $count ->
   *[other] { $count } 个应用会话：paddock sessions
}
cli-status-consents = { $count ->
   *[other] { $count } 个问题等待你同意：paddock consents
}
cli-status-requests = { $count ->
   *[other] { $count } 个请求在等你答复：paddock requests
}
cli-lifetime-until = 到 { $time } 为止（{ $left }）
cli-day-and-time = { $day } { $time }
cli-lifetime-for = { $hours ->
    [0] { $minutes } 分钟
   *[other] { $hours } 小时 { $minutes } 分钟
}
cli-done = 完成。
cli-already-so = 本来就是如此。没有更改任何内容。
cli-retention = 活动记录的保留：{ $keep }。
cli-agreed = 你已同意，操作已完成。
cli-waits = 它正在等待你同意，编号为 { $id }。
cli-waits-as = 要按你的要求同意：{ $command }
cli-in-window = 正在 Paddock 窗口中等待你同意（{ $id }）。按 Ctrl+C 可让它留在那里继续等待。
cli-answered-elsewhere = 此问题已在别处得到答复。
cli-yes = yes
cli-type-yes = 输入 { $yes } 表示同意，输入其他内容表示拒绝：
cli-asked-by = 提出者
cli-by-window = Paddock 的窗口
cli-by-program = { $path }，由 { $parent } 启动
cli-trusted-before = 此前信任的
cli-consent-lifetime = 允许 { $server } 更长时间地使用 { $folder }？
cli-consent-again = 重新把 { $folder } 授权给 { $server }？
cli-consent-confinement = 更改对 { $server } 的保护？
cli-consent-no-ask-first = 当它首次访问未授权的内容时，将不再等你答复。
cli-consent-resume = 在暂停结束之前，重新启动所有服务器？
cli-consent-terminal = 允许在这台计算机的终端中表示同意？
cli-consent-terminal-means = 此后，凡是能在你的终端中输入的，都能代你表示同意。为你运行命令的程序（例如 AI 智能体）可以自行打开终端，并在其中输入。
cli-what-trust = 信任它的命令
cli-what-confinement = 更改对它的保护
cli-what-terminal = 在终端中表示同意
cli-what-secrets-in-file = 在 Paddock 自己的文件中保存机密信息
cli-what-provider = 向 { $address } 发送请求
cli-what-no-rule = 与所有应用相同
cli-what-not-held = 对已变化的工具的调用不再等待
cli-what-changed = 接受已变化的工具
cli-what-most-sent = 每天发送量上限：{ $size }
cli-what-send-today = 发送：{ $size }
cli-what-destination = 连接 { $destination }，{ $duration }
cli-what-forget = 连接 { $destination } 时恢复询问
cli-no-consents = 没有等待你同意的问题。
cli-no-servers = 没有服务器。
cli-no-tools = 它没有工具。
cli-limits-shown = { $limit }，{ $held }
cli-no-resources = 它没有资源。
cli-no-suggestions = 它没有给出建议。
cli-no-prompts = 它没有提示词。
cli-no-messages = 没有保留此类消息。
cli-no-providers = 尚未设置语言模型提供商。
cli-role-user = 用户：
cli-role-assistant = 助手：
cli-key-none = 无
cli-key-kept = 在密钥环中
cli-key-until-quit = 直到退出 Paddock
cli-no-rules = 没有规则。
cli-no-destinations = 你还没有对任何连接目标作出决定。
cli-destination-asked = 等待你决定：{ $which }
cli-no-changed = 首次见到后，没有工具发生变化。
cli-nothing-ended = 没有已结束的授权。
cli-connects = 连接
cli-no-sessions = 没有应用在使用服务器。
cli-added = 已添加 { $server }，编号为 #{ $id }。请阅读它的命令并予以信任：paddock servers trust "#{ $id }"
cli-edited = 完成。信任命令后，{ $server } 会按更改启动：paddock servers trust { $argument }
cli-call-waits = { $server } 正在等待你的回答：paddock requests
cli-propose = 如需就此询问你：paddock servers propose "#{ $id }"
cli-revoked = { $count ->
   *[other] 已撤销 { $count } 项授权。
}
cli-revoked-all = 已撤销所有访问权限。
cli-ended = { $count ->
   *[other] 已结束 { $count } 个会话。
}
cli-why = 原因
cli-log-stderr = stderr
cli-log-message = 消息
cli-log-of-session = { $source }，会话 { $session }（{ $app }）
cli-broken-promise = 结果与它声明的不符：{ $reason }
cli-part-bytes = [{ $kind }，{ $size }]
cli-request-waiting = 等你答复
cli-required = （必填）
cli-answer = 回答：
cli-answer-title = { $server } 向你提出以下问题：
cli-review = 回答在等你审阅。交付回答：paddock requests answer { $id }
cli-doctor-title = Paddock { $version }
cli-doctor-host = 后台服务正在运行：版本 { $version }，套接字 { $socket }
cli-doctor-program = { $name } 位于 { $path }
cli-doctor-no-program = 缺少 { $name }：它应位于 { $path }。请重新安装 Paddock。
cli-doctor-limit = { $name } 为 { $limit }
cli-doctor-low-limit = { $name } 仅为 { $limit }，因此可能无法察觉文件夹的更改。请用 sysctl 调高 fs.inotify.{ $name }。
cli-doctor-enforced = 这台计算机可以把服务器限制在其文件夹内。
cli-doctor-consent-both = 可在 Paddock 的窗口中或在终端中表示同意。
cli-doctor-consent-window = 只能在 Paddock 的窗口中表示同意，不能在终端中。
cli-doctor-consent-terminal = 在终端中表示同意。此会话没有可显示 Paddock 窗口的桌面。
cli-doctor-consent-nowhere = 在这里无法表示同意：只能在 Paddock 的窗口中表示同意，而此会话没有可显示该窗口的桌面。请在这台计算机的桌面上表示同意，或在那里的设置中允许在终端中表示同意。
cli-doctor-keyring = 提供商的密钥保存在密钥环中。
cli-doctor-secrets = 服务器的机密信息保存在密钥环中。
cli-doctor-needs-trust = 尚未信任。请阅读其命令并用 paddock servers trust 信任它，或移除该服务器。
cli-doctor-secrets-in-file =
    { $count ->
       *[other] 服务器的 { $count } 项机密信息
    }保存在 Paddock 自己的文件中（仅你的账户可读，权限 0600），而不在密钥环中。请解锁或安装密钥环，然后运行 paddock keyring-only { $again }：它会把这些信息移到密钥环中，此设置保持不变。
cli-secret = 输入 { $name } 的值时不会显示。如果有密钥环，该值会保存在其中。
cli-secret-prompt = 值：
cli-key = 输入 { $name } 的密钥时不会显示。它会存入密钥环，否则保留到退出 Paddock 为止。
cli-key-prompt = 密钥：
cli-doctor-no-keyring = 没有可保存密钥的密钥环，因此密钥会在 Paddock 退出时丢失。请解锁或安装密钥环。
cli-bad-arguments = 无法理解：{ $reason }
cli-server = { $server }，限制在其文件夹内，方式：{ $tier }
cli-by-tool = 通过它自己的工具：
cli-allowed = 已允许
cli-blocked = 已拦截
cli-blocked-by = 被操作系统拦截（{ $error }）
cli-refused = 被服务器拒绝
cli-leak = 泄漏
cli-kept-out = 误被拦截
cli-holds = 一切符合预期。
cli-holds-unasked = 它的限制有效。没有向该命令提出任何请求，因此这不能表明它是可用的 MCP 服务器。
cli-leaks = 有不符合预期之处：请查看标有 ✗ 的项目。
cli-system = 这台计算机（{ $system }）可以强制执行的内容：
cli-system-printed = 由 `paddock system --markdown` 在 { $system } 上输出。该命令会输出你自己的系统的情况。
cli-tier-best = 可用，并在使用中
cli-system-nothing = 此处没有任何机制能把服务器限制在其文件夹内。除非你允许服务器在不强制执行的情况下运行，否则它不会启动。
cli-system-unknown = Paddock 无法查明这台计算机可以强制执行什么：本应与此程序放在一起的 paddock-sandbox 没有应答。
cli-system-group = systemd 可以对整个服务器实施这两项限制。通过软件包安装时：systemctl --user enable --now paddock-host
cli-system-gaps = 在 { $tier } 方式下，服务器仍可对未授权的内容做以下事情。这些都不会泄露内容。
cli-gap-signals = 向你的其他程序发送信号。
cli-gap-command-lines = 看到你的其他程序的命令行。
cli-gap-existence = 看到某个内容是否存在，及其大小和时间。
cli-gap-metadata = 更改属于你的内容的权限模式、所有者和时间。
