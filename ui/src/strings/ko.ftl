### Every word a person reads: the window, the tray, the notifications and the command line.
### Plain messages only, so that every Fluent implementation reads them alike.

## The window

app-name = Paddock
nav-label = 화면
nav-access = 접근 권한
nav-servers = 서버
nav-apps = 앱
nav-requests = 요청
nav-activity = 활동
nav-settings = 설정
nav-skip = 본문으로 건너뛰기
nav-shortcuts = 키보드 단축키
nav-failed = { $count ->
   *[other] 확인이 필요한 서버 { $count }개
}
nav-waiting = { $count ->
   *[other] 응답을 기다리는 요청 { $count }건
}
loading = 불러오는 중…
not-loaded = Paddock이 응답하지 않습니다
try-again = 다시 시도
apart = ,
pair = { $first }, { $second }
drop-hint = 폴더를 여기에 놓아 접근 권한 요청
drop-detail = 직접 허용하기 전에는 아무 권한도 부여되지 않습니다.
copy = 복사
copied = 복사됨
copy-failed = 복사하지 못했습니다. 텍스트를 직접 선택하세요.
dismiss = 지우기
cancel = 취소
close = 닫기
notices-label = 안내
when-yesterday = 어제 { $time }

pause-menu = 모든 서버 일시 중지
pause-15 = 15분 동안
pause-open = 재개할 때까지
paused-open = 모든 서버가 일시 중지되었으며, 재개할 때까지 멈춰 있습니다.
paused-until = 모든 서버가 일시 중지되었으며, { $time }에 다시 시작됩니다.
app-paused-open = { $app } 앱이 일시 중지되었습니다. 재개할 때까지 이 앱의 서버는 중지된 상태로 있습니다.
app-paused-until = { $app } 앱이 일시 중지되었습니다. 이 앱의 서버는 { $time }에 다시 시작됩니다.
apps-paused-many = 앱 { $count }개가 더 일시 중지되어 있습니다. 목록 보기: paddock status
app-pause-named = { $app } 앱 일시 중지
app-resume-named = { $app } 앱 재개
resume = 지금 재개

## Words used in several places

access-read = 읽기 전용
access-write-guarded = 쓰기(실행되는 파일 제외)
access-write-commits = 쓰기 및 커밋
access-read-write = 전체 쓰기
lifetime-one-hour = 1시간
lifetime-this-run = 서버가 실행되는 동안
lifetime-until-midnight = 자정까지
lifetime-always = 회수할 때까지
lifetime-until = { $time }까지
lifetime-for = { $minutes }분
scope-all = 이 서버의 모든 폴더
scope-where-app-works = 앱이 작업하는 곳만
network-mode-off = 끔
network-mode-ask = 먼저 묻기
network-mode-open = 제한 없음
destination-any = 인터넷의 모든 이름
destination-under = { $name } 아래의 모든 이름
destination-address = 주소 { $address }
destination-range = 주소 범위 { $range }
destination-this-computer = 이 컴퓨터의 프로그램(포트 { $port })
destination-every-port = 이 컴퓨터의 모든 프로그램
destination-ports = { $port ->
    [web] 80 및 443
   *[other] { $port }
}
rule-allowed = 허용
rule-ask = 먼저 묻기
rule-off = 끔
every-app = 모든 앱
left-days = { $days ->
   *[other] { $days }일 남음
}
left-hours = { $hours }시간 { $minutes }분 남음
left-minutes = { $minutes }분 남음
left-soon = 1분도 남지 않음
left-ending = 끝나는 중…
reach-missing = 폴더가 없습니다. 폴더가 돌아올 때까지 접근이 정지됩니다.
reach-replaced = 지금 이 위치에 다른 폴더가 있어 접근이 정지되었습니다. 검토하거나 접근 권한을 회수하세요.
reach-not-a-folder = 더 이상 폴더가 아닙니다. 접근이 정지되었습니다.
reach-denied = 사용자 계정으로 더 이상 이 폴더를 열 수 없습니다. 접근이 정지되었습니다.
reach-next-start = 폴더는 있지만, 지금 실행 중인 서버는 접근할 수 없습니다. 서버가 다음에 시작될 때부터 접근할 수 있습니다.
reach-not-let-in = 권한은 부여했지만 접근할 수 없습니다. Paddock의 데이터가 들어 있거나 시스템이 거부했습니다. 필요한 하위 폴더에 권한을 부여하세요.
reach-ok = 접근 가능
not-enforced = 강제 적용 안 됨
not-enforced-here = 여기서는 강제 적용되지 않습니다. 이 서버는 사용자 계정으로 읽을 수 있는 것을 모두 읽을 수 있습니다.
restart-server = 서버 다시 시작
folders-in-command = 폴더가 명령에 들어 있으므로, 폴더를 바꾸면 서버가 다시 시작됩니다.
path-expand = 전체 경로 { $path } 표시
path-copy = 경로 { $path } 복사
quoted = ‘{ $name }’
server-gone = 제거된 서버

## The first minute

welcome-title = Paddock 시작하기
welcome-lead = 각 서버가 어떤 폴더를 사용할 수 있는지 직접 정합니다. 운영 체제가 이를 강제 적용합니다.
welcome-skip = 지금은 건너뛰기
welcome-done = 완료
welcome-show = 첫 단계
welcome-looking = 이 컴퓨터에서 AI 앱을 찾는 중…
welcome-found = 찾은 서버: { $list }.
welcome-found-app = { $count ->
   *[other] { $app } 앱의 서버 { $count }개
}
welcome-reach = { $count ->
   *[other] 찾은 서버는 사용자가 읽을 수 있는 것을 모두 읽을 수 있습니다.
}
welcome-connect = { $count ->
    [0] 서버 연결…
   *[other] 서버 { $count }개 연결…
}
welcome-connect-next = 앱은 지금 사용하는 서버를 그대로 사용하고, Paddock은 각 서버를 허용된 폴더 안으로 제한합니다. 먼저 모든 변경 사항을 확인한 다음, 폴더를 고르고 명령을 하나씩 신뢰합니다.
welcome-left = 연결된 서버
welcome-no-folder = { $server } 서버에는 아직 폴더가 없어 사용자의 파일이 전혀 보이지 않습니다.
welcome-choose-folder = 폴더 선택…
welcome-nothing-found = 이 컴퓨터의 AI 앱에는 연결할 서버가 없습니다. Paddock에 포함된 서버로 사용해 보세요.
welcome-granted = { $server } 서버가 { $folder } 폴더를 사용할 수 있습니다.
welcome-tried = 허용된 폴더 안에서 작동합니다.
welcome-folder-title = 폴더 선택
welcome-folder = 폴더에 접근 권한을 부여하기 전까지 { $server } 서버에는 사용자의 파일이 전혀 보이지 않습니다. 시험해 볼 폴더를 하나 고르세요. 서버는 읽기만 할 수 있으며, 권한은 언제든지 회수할 수 있습니다.
welcome-try-title = 사용해 보기
welcome-try = { $server } 서버로 { $folder } 폴더의 내용을 나열해 봅니다.
welcome-try-it = 사용해 보기
welcome-go-on = 다음
welcome-prove-title = { $folder } 폴더로 증명해 보기
welcome-prove = Paddock이 { $server } 서버에 폴더 안과 밖을 읽게 하고, 운영 체제가 어떻게 했는지 보여 줍니다.
welcome-proof-tried = { $server } 서버의 시도
welcome-proof-before = Paddock이 없을 때
welcome-proof-now = 지금
welcome-proof-inside = 허용된 폴더 안 읽기
welcome-proof-outside = 허용된 폴더 밖 읽기
welcome-proof-untried = 시도하지 않음
welcome-proof-unreadable = 내 계정으로도 읽을 수 없음
welcome-proof-all = 시도한 모든 항목
welcome-app-title = 앱 연결
welcome-app-name = 내 앱
welcome-app = AI 앱의 MCP 구성에 다음 내용을 추가하되, “{ $name }” 대신 앱의 이름을 넣으세요. 그러면 앱이 Paddock을 거쳐 서버를 사용합니다.
welcome-show-apps = 앱 보기

## Access

access-title = 접근 권한
access-lead = 서버가 사용할 수 있는 폴더입니다.
access-add = 폴더 추가
access-add-more = 폴더를 추가하는 다른 방법
access-add-workspace = 작업 영역 파일에서…
access-revoke-all = 모든 접근 권한 회수
access-revoke-all-stops = { $servers } 서버도 함께 중지합니다. 강제 적용되지 않는 서버는 그대로 두면 계속 읽을 수 있기 때문입니다.
access-revoke-all-connects = 서버가 연결할 수 있는 연결 대상 { $count }개도 함께 회수합니다.
access-everything = 사용자가 읽을 수 있는 모든 것
access-unenforced-list = 강제 적용되지 않는 서버
access-unenforced-stop = 중지
access-unenforced-stop-label = { $server } 서버 중지
access-view = 보기 방식
access-by-folder = 폴더별
access-by-server = 서버별
access-grid = 표
access-empty-title = 폴더 접근 권한 없음
access-empty = 서버를 시작할 수는 있지만, 서버 프로그램 자체에 필요한 것을 빼면 사용자의 파일은 전혀 보이지 않습니다.
access-empty-told = 서버를 시작할 수 있으며, 강제 적용되는 서버는 사용자의 파일을 전혀 볼 수 없습니다. 강제 적용되지 않는 서버는 그래도 읽을 수 있습니다.
access-empty-how = 여기에서 폴더를 추가하거나, 이 창 아무 곳에나 폴더를 끌어다 놓으세요. 어떤 서버가 얼마 동안 사용할 수 있는지는 직접 정합니다.
access-empty-bundled = Paddock에 { $server } 서버가 포함되어 있어 바로 사용해 볼 수 있습니다.
access-list-folders = 접근이 허용된 폴더
access-list-servers = 접근 권한이 있는 서버
access-told-waiting = 알림; 서버가 폴더 목록을 아직 다시 읽지 않음
access-told-waiting-for-call = 다음 호출 때 알립니다
access-told-never-asked = 서버가 폴더를 물어본 적이 없음
access-told-starting = 서버 시작 중
access-used = 마지막 사용 { $time }: { $by }
access-unused = 아직 사용이 확인되지 않음
access-suspended = 정지됨
access-held-back = 지금은 읽기 전용입니다. 안에 있는 읽기 전용 { $folder } 폴더가 옮겨졌습니다. 제자리로 돌려놓거나 접근 권한을 회수하세요.
access-next-start = { $server } 서버는 다시 시작하면 이 폴더를 사용할 수 있습니다.
access-next-start-label = { $server } 서버를 다시 시작해 { $folder } 폴더 사용
access-inside = 이미 접근할 수 있는 { $folder } 폴더 안에 있음
access-find = 폴더 또는 서버 찾기
access-review = 검토
access-review-label = 지금 { $folder } 위치에 있는 폴더 검토
access-revoked-all = { $count ->
   *[other] 접근 권한 { $count }개를 회수했습니다.
}
access-taken-back-all = 연결 대상 { $count }개를 회수했습니다.
access-revoke = 회수
access-revoke-label = { $server } 서버의 { $folder } 폴더 접근 권한 회수
access-access-label = { $server } 서버가 { $folder } 폴더에서 할 수 있는 일
access-lifetime-label = { $server } 서버가 { $folder } 폴더를 사용할 수 있는 기간
access-open-folder = 파일 관리자에서 { $folder } 폴더 보기
access-add-server = 다른 서버에 { $folder } 폴더 접근 권한 부여…
access-folded-read = { $count ->
   *[other] 접근 권한 { $count }개, 읽기 전용
}
access-folded-write = { $count ->
   *[other] 접근 권한 { $count }개, 쓰기 가능 { $writing }개
}
access-no-grants = 폴더 없음
access-footnote = 강제 적용되지 않음: { $servers }. 강제 적용되지 않는 서버에는 어떤 폴더를 사용할지 알려 줄 뿐이며, 사용자 계정으로 읽을 수 있는 것은 모두 읽을 수 있습니다.
ended-title = 끝난 권한
ended-clear = 목록 비우기
ended-revoked = { $time }에 회수됨
ended-expired = { $time }에 만료됨
ended-run-ended = { $time }에 서버와 함께 끝남
ended-again = 다시 부여
ended-again-all = { $count ->
   *[other] 모두 다시 부여…
}
ended-again-label = 다시 부여: { $server }, { $folder }
ended-lingering = { $server } 서버에 사용을 중단하라고 알렸습니다. 다시 시작하기 전까지는 이 컴퓨터에서 서버의 폴더 사용을 막을 수 없습니다.
ended-restart = { $server } 서버 다시 시작: { $folder } 폴더를 놓게 합니다
ended-forget = { $server } 서버의 { $folder } 폴더 기록 지우기

grid-label = 폴더와 서버
grid-folder = 폴더
grid-none = 접근 불가
grid-timed = 한시적
grid-inherited = { $folder } 폴더를 통해
grid-waits = 동의 대기 중
grid-choices = { $server } 서버가 { $folder } 폴더에서 할 수 있는 일
grid-review = 새 폴더 검토
grid-grant = 접근 권한 부여…
grid-help = 화살표 키로 이동하고 Enter로 선택 항목을 봅니다. R: 읽기 전용. W: 쓰기(실행되는 파일 제외) 요청. Delete: 회수. 권한을 줄이는 변경은 즉시 적용되고, 늘리는 변경은 동의를 기다립니다.

retention-with-paths = { $days ->
   *[other] { $days }일, 최대 { $megabytes }MB, 경로 포함
}
retention-without-paths = { $days ->
   *[other] { $days }일, 최대 { $megabytes }MB, 경로 제외
}
retention-with-arguments = { $days ->
   *[other] { $days }일, 최대 { $megabytes }MB, 호출 인수 전체 포함
}

awaits = 동의 대기 중
awaits-what = 동의 대기 중: { $what }
awaits-show = 보기
awaits-show-label = 동의를 기다리는 항목 보기: { $what }
waits-label = 답을 기다림: { $what }
waits-about = { $head }: { $about }
answer-now = 지금 답하기
awaiting = { $count ->
   *[other] 동의를 기다리는 질문이 { $count }건 있습니다.
}
awaiting-show-label = 동의를 기다리는 항목 보기

host-lost-title = Paddock의 백그라운드 서비스가 중지되었습니다
host-lost = 모든 서버도 함께 중지되었습니다. 지금 보이는 내용은 그 이전의 것입니다.
host-lost-tries = 다시 시작하는 중입니다.
host-lost-stays = 연달아 여러 번 종료되어 더 이상 자동으로 다시 시작하지 않습니다.
host-back = Paddock의 백그라운드 서비스가 다시 실행 중입니다. 서버는 모두 중지되었고, 진행 중이던 호출은 취소되었습니다.

announce-consent = 질문이 동의를 기다립니다.
announce-pick = { $folder } 폴더에 대한 질문이 답을 기다립니다.
announce-granted = { $server } 서버에 { $folder } 폴더 접근 권한을 부여했습니다.
announce-revoked = { $server } 서버의 { $folder } 폴더 접근 권한을 회수했습니다.
announce-expired = { $server } 서버의 { $folder } 폴더 접근 권한이 만료되었습니다.
announce-run-ended = { $server } 서버의 { $folder } 폴더 접근 권한이 서버와 함께 끝났습니다.
announce-held = { $server } 서버가 { $path } 경로에 접근하려다 답을 기다리고 있습니다.
announce-call = { $app } 앱이 { $server } 서버의 { $tool } 도구를 호출하려고 답을 기다립니다.
announce-sending = { $server } 서버가 오늘 보낼 수 있는 { $size }를 모두 보내고 답을 기다립니다.
announce-destination = { $server } 서버가 { $destination }에 연결하려고 합니다.
announce-place = { $app } 앱이 { $folder } 폴더에서 작업하지만 { $server } 서버는 이 폴더를 사용할 수 없습니다.
announce-asks-model = { $server } 서버가 모델의 답변을 요청합니다.
announce-asks-form = { $server } 서버가 양식을 작성해 달라고 요청합니다.
announce-asks-url = { $server } 서버가 웹 페이지를 열어 달라고 요청합니다.
announce-answer-ready = { $server } 서버에 보낼 답변이 준비되어 검토를 기다립니다.
announce-answer-failed = { $server } 서버의 요청에 모델이 답하지 않았습니다.
announce-request-over = { $server } 서버의 요청이 답 없이 끝났습니다.
announce-server-failed = { $server } 서버에 오류가 발생했습니다.
announce-server-running = { $server } 서버가 실행 중입니다.

## Consent

consent-title-read = { $server } 서버가 { $folder } 폴더를 읽도록 허용하시겠습니까?
consent-title-write = { $server } 서버가 { $folder } 폴더를 읽고 쓰도록 허용하시겠습니까?
consent-title-none = 어느 서버가 { $folder } 폴더를 사용하도록 허용하시겠습니까?
consent-title-refused = { $folder } 폴더에는 접근 권한을 부여할 수 없습니다
consent-server = 서버
consent-command = 명령
consent-fingerprint = 지문 { $fingerprint }
consent-bundled = Paddock에 포함된 서버이므로 따로 신뢰할 명령이 없습니다.
consent-no-fingerprint = 프로그램을 아직 찾지 못해 지문이 없습니다.
consent-folder = 폴더
consent-size = 크기
consent-size-whole = { $count ->
   *[other] 파일 { $number }개, { $size }
}
consent-size-part = { $count ->
   *[other] 파일 { $number }개 이상, { $size } 이상
}
consent-picked-as = 이 폴더의 심볼릭 링크인 { $path } 경로로 선택했습니다.
consent-window = Paddock: 동의
consent-named-argument = 서버의 명령에 이 폴더가 적혀 있습니다: { $text }
consent-named-variable = 서버의 변수 { $name }에 이 폴더가 적혀 있습니다.
consent-named-start = 서버가 이 폴더에서 시작하도록 되어 있습니다.
consent-named-file = 실제로 적힌 것은 이 폴더 안의 { $file } 파일입니다. 접근 권한은 폴더 전체에만 부여할 수 있습니다.
consent-project = 인식된 유형
consent-repository = 이 폴더는 Git 저장소 { $folder }의 일부입니다.
consent-repository-use = 대신 { $folder } 폴더로 요청
consent-access = 접근 수준
consent-access-read-hint = 볼 수는 있지만 변경할 수는 없습니다.
consent-access-guarded-hint = 파일을 변경하고 삭제할 수 있습니다. 단, Git 폴더, 후크, 그리고 편집기·에이전트·셸·개발 컨테이너가 실행하는 설정은 제외됩니다.
consent-access-commits-hint = 파일을 변경하고 삭제할 수 있으며, Git으로 커밋할 수 있습니다. Git의 후크와 설정, 그리고 편집기·에이전트·셸·개발 컨테이너가 실행하는 것에는 쓰지 않습니다. 그러나 사용자가 쓰는 Git은 Git 폴더에 있는 내용과 커밋된 내용에 따라 동작하므로, 악의적인 서버는 이를 이용해 Git이 프로그램을 실행하거나 다른 곳에 쓰게 만들 수 있습니다. 이 저장소를 맡길 만큼 신뢰하는 서버에만 선택하세요.
consent-access-guarded-less-hint = 이 컴퓨터에서는 그런 파일을 구별할 수 없으므로 볼 수만 있습니다.
consent-access-write-hint = 파일을 변경하고 삭제할 수 있습니다. 후크, 작업, 에이전트 설정처럼 다른 프로그램이 실행하는 파일도 포함됩니다.
consent-told-read-hint = 볼 수만 있고 변경해서는 안 된다고 서버에 알립니다.
consent-told-write-hint = 파일을 변경하고 삭제해도 된다고 서버에 알립니다.
consent-duration = 기간
consent-duration-run-stopped = 서버가 중지되면 끝납니다. 지금은 중지되어 있으므로 다음 실행 때부터 적용됩니다.
consent-enforcement = 강제 적용
consent-enforced-live = 운영 체제가 실시간으로 강제 적용합니다.
consent-enforced-restart = { $count ->
    [0] 운영 체제가 강제 적용합니다. 변경하면 서버가 다시 시작됩니다.
   *[other] 운영 체제가 강제 적용합니다. 변경하면 서버가 다시 시작됩니다(진행 중인 호출 { $count }건이 취소됩니다).
}
consent-enforced-none = 이 컴퓨터에는 이를 강제 적용할 수단이 없으므로 서버는 중지된 상태로 유지됩니다.
consent-effect = 효과
consent-effect-running = { $server } 서버에 즉시 알립니다. 서버를 다시 시작하지 않으며 호출도 취소되지 않습니다.
consent-effect-restart = { $server } 서버를 다시 시작하며, 시작할 때부터 이 폴더를 사용할 수 있습니다.
consent-effect-never-asked = { $server } 서버가 실행 중이지만 폴더를 물어본 적이 없어 변경을 알아차리지 못할 수 있습니다.
consent-effect-stopped = { $server } 서버가 시작될 때 알립니다.
consent-effect-untrusted = 명령을 신뢰하기 전까지 { $server } 서버는 실행되지 않습니다.
consent-effect-paused = 서버가 일시 중지되어 있습니다. 재개하면 { $server } 서버에 알립니다.
consent-granted-to = 이미 접근 권한이 있는 서버: { $servers }.
consent-replaces = { $server } 서버에는 이미 이 폴더의 접근 권한이 있습니다. 허용하면 기존 권한을 대체합니다.
consent-type-name = 허용하려면 폴더 이름 { $folder } 입력
consent-type-hint = 접근 권한을 부여하기에 위험한 폴더입니다. 확인하려면 폴더 이름을 입력하세요.
consent-sends-anywhere = { $server } 서버는 어디에나 연결할 수 있으므로, 읽은 내용을 인터넷의 누구에게나 보낼 수 있습니다.
consent-allow = 허용
consent-deny = 허용 안 함
consent-later = 나중에 결정
consent-series = { $server } 서버의 구성에 적힌 폴더 { $count }개가 답을 기다립니다.
consent-title-folders-read = { $count ->
   *[other] { $server } 서버가 폴더 { $count }개를 읽도록 허용하시겠습니까?
}
consent-title-folders-write = { $count ->
   *[other] { $server } 서버가 폴더 { $count }개를 읽고 쓰도록 허용하시겠습니까?
}
consent-title-folders-none = { $server } 서버가 어느 폴더를 사용하도록 허용하시겠습니까?
consent-folders = 폴더
consent-folders-hint = 선택하지 않은 폴더에는 접근 권한을 부여하지 않으며, 다시 묻지도 않습니다.
consent-folders-tick = { $folder } 폴더에 접근 권한 부여
consent-series-none = 지금은 모두 건너뛰기
consent-changed = 질문이 바뀌었습니다. 답하기 전에 다시 읽어 보세요.
consent-unread = 읽을 내용이 더 있습니다. 동의하기 전에 끝까지 스크롤하세요.
consent-no-servers = 접근 권한을 부여할 서버가 없습니다. 먼저 서버를 추가하세요.
consent-reached = { $server } 서버가 스스로 열려고 했습니다.
consent-position = { $number } / { $count }
consent-previous = 이전 질문
consent-next = 다음 질문
consent-put-off = 나중으로 미룸
consent-put-off-hint = { $count ->
   *[other] 질문 { $count }건이 아직 기다립니다. 이 창을 닫아도 됩니다. 질문은 답할 때까지 Paddock 메인 창에 남아 있습니다.
}
consent-nothing = 동의를 기다리는 항목이 없습니다
consent-nothing-hint = 이 창을 닫아도 됩니다.
consent-keys = Ctrl+Enter는 허용, Esc는 대기 상태로 둡니다.
consent-level-note = 참고
consent-level-amber = 주의
consent-level-red = 위험
consent-level-refused = 불가

project-git = Git 저장소
project-rust = Rust
project-node = Node.js
project-python = Python
project-go = Go
project-java = Java
project-dotnet = .NET
project-ruby = Ruby
project-php = PHP

## Consent to what was asked for in the window, or by another program

asked-by = Paddock 창이 아니라 { $path } 프로그램이 요청했습니다.
asked-by-started = Paddock 창이 아니라 { $path } 프로그램이 요청했습니다. 이 프로그램을 시작한 것은 { $parent } 프로그램입니다.
asked-by-hint = 왜 요청하는지 모르겠다면 허용하지 마세요.
wish-now = 현재
wish-retention-title = 활동을 더 적게 보관하시겠습니까?
wish-retention-warning = 이보다 오래되었거나 한도를 넘는 기록은 삭제되고, 경로를 기록하지 않으면 새 기록에 어떤 파일이 사용되었는지 남지 않습니다. 그때 서버가 무엇을 했는지 더 이상 아무도 볼 수 없습니다.
wish-retention-agree = 더 적게 보관
wish-arguments-title = 도구를 호출한 인수를 기록하시겠습니까?
wish-arguments-warning = 인수에는 파일 내용과 AI 앱에 입력한 내용이 들어 있을 수 있습니다. 기록을 삭제할 때까지 사용자 계정으로 실행되는 모든 프로그램이 활동에서 이를 읽을 수 있습니다. 알려진 비밀 정보는 제외합니다.
wish-arguments-agree = 기록
wish-delete-activity-title = 활동을 모두 삭제하시겠습니까?
wish-delete-activity-warning = 서버와 앱이 무엇을 했는지 더 이상 아무도 볼 수 없습니다. 삭제했다는 사실과 그 시각만 기록됩니다.
wish-delete-activity-agree = 활동 삭제
wish-delete-activity-keep = 유지
wish-secrets-in-file-title = Paddock이 비밀 정보를 자체 파일에 보관하도록 하시겠습니까?
wish-secrets-in-file-warning = 키링이 받지 않는 비밀 정보를 파일에 보관하며, 사용자 계정의 모든 프로그램이 그 파일을 읽을 수 있습니다.
wish-provider-title = 서버의 요청을 { $provider }에 보내시겠습니까?
wish-provider-where = 보내는 곳
wish-provider-effect = 의미
wish-provider-means = 그곳의 모델이 답하도록 한 모든 요청이 그 안의 텍스트, 그림, 소리 및 (있는 경우) 해당 키와 함께 이 주소로 전송됩니다.
wish-then = 변경 후
wish-then-access = { $access }. { $hint }
wish-state = 상태
wish-on = 켬
wish-off = 끔
wish-change = { $before } → { $after }
wish-none = 없음
wish-access-title = { $server } 서버가 { $folder } 폴더에서 더 많은 일을 하도록 허용하시겠습니까?
wish-lifetime-title = { $server } 서버가 { $folder } 폴더를 더 오래 사용하도록 허용하시겠습니까?
wish-again-title = { $server } 서버에 { $folder } 폴더 접근 권한을 다시 부여하시겠습니까?
wish-again-duration = 이전과 같습니다. 그 기간이 이미 끝났다면 지금부터 1시간입니다.
wish-all-again-title = 이 모든 권한을 다시 부여하시겠습니까?
wish-all-again-agree = { $count ->
   *[other] { $count }개 모두 부여
}
wish-all-again-destinations = 연결 대상
wish-all-again-lost = 다음은 되돌릴 수 없습니다.
wish-all-again-replaced = 지금은 다른 폴더가 있습니다.
wish-all-again-missing = 더 이상 없습니다.
wish-all-again-not-a-folder = 더 이상 폴더가 아닙니다.
wish-all-again-denied = 열 수 없습니다.
wish-network-title = { $server } 서버가 어디에나 연결하도록 허용하시겠습니까?
wish-network-warning = 더 이상 묻지 않습니다. 인터넷 전체, 사용 중인 네트워크의 다른 컴퓨터, 데이터베이스 같은 이 컴퓨터의 프로그램에 연결할 수 있게 됩니다.
wish-network-warning-reads = 이 서버는 { $folders } 폴더를 읽을 수 있고, 읽은 내용을 어디로든 보낼 수 있게 됩니다. 더 이상 묻지 않습니다. 인터넷 전체, 사용 중인 네트워크의 다른 컴퓨터, 데이터베이스 같은 이 컴퓨터의 프로그램에 연결할 수 있게 됩니다.
wish-network-ask-title = { $server } 서버가 연결을 요청하도록 허용하시겠습니까?
wish-network-allowed = 연결할 수 있는 곳
wish-most-sent-title = { $server } 서버가 하루에 더 많은 데이터를 보내도록 허용하시겠습니까?
wish-send-today-title = { $server } 서버가 오늘 데이터를 더 보내도록 허용하시겠습니까?
wish-sent = 오늘 보낸 양
sending-up-to = 오늘 { $size }까지
sending-unlimited = 오늘은 제한 없음
sending-stopped = 오늘은 더 보내지 않음
wish-destination-title = { $server } 서버가 { $destination }에 연결하도록 허용하시겠습니까?
wish-destination = 연결 대상
wish-destination-ports = { $port ->
    [web] 포트
   *[other] 포트
}
wish-destination-private = 사설 네트워크에 있는 주소
wish-destination-private-means = 이름과 그 주소를 함께 허용합니다. 그러면 서버가 허용된 다른 이름으로도 이 주소에 연결할 수 있게 됩니다.
wish-destination-reads = 이 서버는 { $folders } 폴더를 읽을 수 있으며, 읽은 내용을 그곳으로 보낼 수 있게 됩니다.
wish-destination-reads-anywhere = 이 서버는 { $folders } 폴더를 읽을 수 있으며, 읽은 내용을 인터넷의 누구에게나 보낼 수 있게 됩니다.
wish-destination-reads-all = 이 서버는 사용자 계정으로 읽을 수 있는 것을 모두 읽을 수 있으며, 읽은 내용을 그곳으로 보낼 수 있게 됩니다.
wish-destination-reads-all-anywhere = 이 서버는 사용자 계정으로 읽을 수 있는 것을 모두 읽을 수 있으며, 읽은 내용을 인터넷의 누구에게나 보낼 수 있게 됩니다.
wish-destination-is-open = 네트워크가 제한 없음이므로 이미 그곳에 연결할 수 있습니다. 이 결정은 네트워크를 ‘먼저 묻기’로 설정해야만 적용됩니다.
wish-destination-is-off = 네트워크가 꺼져 있습니다. 이 결정은 네트워크를 ‘먼저 묻기’로 설정해야만 적용됩니다.
wish-destination-not-here = 이 컴퓨터에서는 서버를 특정 연결 대상으로 제한할 수 없으므로 네트워크가 꺼져 있습니다.
wish-forget-title = { $destination }에 연결할 때 다시 물어보도록 하시겠습니까?
wish-forget-now = 그곳에 연결할 수 없으며, 묻지도 않습니다.
wish-forget-then = 연결을 시도하면 묻습니다. 이미 허용한 다른 항목이 이 대상을 포함하면 묻지 않고 연결할 수 있습니다.
wish-confinement-title = { $server } 서버의 보호를 변경하시겠습니까?
wish-resume-title = 일시 중지가 끝나기 전에 서버를 시작하시겠습니까?
wish-resume-app-title = 일시 중지가 끝나기 전에 { $app } 앱이 서버를 사용하도록 하시겠습니까?
wish-resume-servers = 서버
wish-resume-keep = 일시 중지 유지
wish-terminal-title = 터미널에서 동의할 수 있게 하시겠습니까?
wish-terminal = 이 창뿐 아니라 이 컴퓨터의 터미널에서 답하는 것으로도 폴더 접근 권한을 부여하고 명령을 신뢰할 수 있게 됩니다.
wish-terminal-warning = 셸을 사용하는 AI 에이전트처럼 사용자의 터미널을 제어하는 프로그램이 사용자 대신 답할 수 있습니다.
wish-scope-title = 앱에 { $server } 서버의 모든 폴더를 제공하시겠습니까?
wish-scope = 앱이 작업하는 위치와 관계없이 이 서버의 모든 폴더
wish-scope-folders = 서버의 폴더
wish-rule-title = { $app } 앱이 { $server } 서버의 { $tool } 도구를 호출하도록 허용하시겠습니까?
wish-rule-title-all = 모든 앱이 { $server } 서버의 { $tool } 도구를 호출하도록 허용하시겠습니까?
wish-rule-tool = 도구
wish-rule-app = 앱
wish-rule-as-all = 모든 앱과 동일: { $rule }
wish-hold-title = { $server } 서버의 변경된 도구를 앱이 호출하도록 허용하시겠습니까?
wish-hold-warning = 서버는 사용자가 이미 알고 있는 도구의 동작을 바꿀 수 있습니다. 허용하면 그런 도구의 호출이 더 이상 답을 기다리지 않습니다.
wish-hold-now = 답을 기다림
wish-hold-then = 답을 기다리지 않음
wish-changed-title = { $server } 서버의 변경된 도구를 지금 상태로 수락하시겠습니까?
wish-changed-tools = 처음 확인한 뒤 변경됨
wish-changed-then = 변경되었다는 이유로 이 도구의 호출을 더 이상 보류하지 않습니다.
wish-gone-title = 더 이상 필요하지 않습니다
wish-gone = 이미 처리되었거나, 해당 대상이 변경되었거나 없어졌습니다. 아무것도 허용되지 않았습니다.

## Consent to a call that waits

held-call-title = { $app } 앱이 { $server } 서버의 { $tool } 도구를 호출하려고 합니다
held-call-loading = 인수를 불러오는 중…
held-call-arguments = 인수
held-call-no-arguments = 없음
held-call-about = 서버의 설명
held-call-claims = 서버의 주장: { $claims }.
held-call-claims-none = 서버는 이 도구가 무엇을 하는지 밝히지 않았습니다.
held-call-claim-read-only = 읽기만 함
held-call-claim-changes = 내용을 변경함
held-call-claim-destructive = 무언가를 파괴할 수 있음
held-call-claim-harmless = 아무것도 파괴하지 않음
held-call-unproved = Paddock은 이를 확인할 수 없습니다.
held-call-works-in = 작업 위치
held-call-changed = { $tool } 도구가 처음 확인했을 때와 달라졌습니다. 지금 서버는 이 도구를 다르게 설명합니다.
held-call-lapsed = { $app } 앱에 다시 시도하라고 알렸습니다. 지금의 답은 다음 시도에 적용됩니다.
held-call-means = 1시간 또는 이 세션 동안: 이 세션에서만, { $app } 앱이 세션을 끝낼 때까지입니다. 항상: { $app } 앱의 모든 { $tool } 도구 호출에 적용됩니다. 앱 이름은 Paddock이 확인할 수 없습니다.
held-call-once = 한 번 허용
held-call-hour = 1시간 동안 허용
held-call-session = 이 세션 동안 허용
held-call-always = 항상 허용

## Check a path

check-title = 경로 확인
check-lead = 어떤 서버가 경로를 사용할 수 있는지 봅니다. 아무것도 열거나 읽지 않습니다.
check-paths = 경로(한 줄에 하나)
check-server = 대상 서버
check-all = 모든 서버
check-run = 확인
check-result = 결과
check-path = 경로
check-empty = 확인할 서버가 없습니다.
check-read = 읽을 수 있음
check-write-guarded = 읽고 쓸 수 있음(실행되는 파일 제외)
check-read-guarded = 읽을 수 있음. 다른 프로그램이 실행하는 파일이므로 쓸 수 없음
check-read-write = 모두 읽고 쓸 수 있음
check-needed = 읽음: 서버 프로그램이 실행되는 데 필요함
check-own-home = 읽고 씀: 서버의 자체 홈 안에 있음
check-withheld = 보류됨: 지금 서버가 폴더를 열 수 없음
check-next-start = 보류됨: 서버가 다음에 시작될 때까지 접근할 수 없음
check-outside = 접근 권한 밖
check-outside-near = 접근 권한 밖. 가장 가까운 허용 폴더: { $folder }
check-not-enforced = 사용자가 접근할 수 있는 모든 것에 접근 가능: 강제 적용 안 됨
check-not-a-path = 절대 경로가 아님
check-through = { $folder } 폴더를 통해
check-footnote = 이 결과는 부여한 접근 권한, 신뢰한 프로그램에 필요한 항목, 지금 강제 적용되는 내용을 바탕으로 합니다.

## Servers

servers-title = 서버
servers-lead = MCP로 통신하는 프로그램입니다. Paddock이 시작하고 지켜봅니다.
servers-list = 구성된 서버
servers-add = 서버 추가
servers-empty-title = 서버 없음
servers-empty = AI 도구가 사용하는 프로그램을 양식으로 추가하거나 구성을 붙여 넣어 추가하세요.
servers-bundled = Paddock에 포함됨
servers-tab-overview = 개요
servers-tab-tools = 도구
servers-tab-resources = 리소스
servers-tab-prompts = 프롬프트
servers-tab-messages = 메시지
servers-tab-log = 로그
servers-sections = { $server } 서버의 섹션
servers-start = 시작
servers-stop = 중지
servers-restart = 다시 시작
servers-edit = 편집
servers-remove = 제거
servers-remove-ask = { $count ->
    [0] { $server } 서버를 중지하고 제거하시겠습니까?
   *[other] { $server } 서버를 중지하고 제거하며 폴더 { $count }개의 접근 권한을 끝내시겠습니까?
}
servers-remove-keep = 유지
servers-removed = { $server } 서버를 제거했습니다.
servers-add-again = 다시 추가
starting-title = { $server } 서버 시작 중
starting-elapsed = 시작 중… { $seconds }초
starting-wait = 서버를 시작하고 있습니다.
starting-confined = 이미 허용된 폴더 안으로 제한되어 있습니다.
last-lines = { $count ->
   *[other] 서버가 마지막으로 출력한 줄
}
servers-trust = 신뢰하고 시작
servers-trust-ask = 신뢰…
servers-ask-first = 그 밖의 것에 처음 접근하려 하면 묻기
servers-trust-new = 이 명령은 여기서 실행된 적이 없습니다. 시작하기 전에 명령 전체와 필요한 항목을 모두 읽어 보세요.
servers-trust-changed = 신뢰한 뒤로 명령이나 그 프로그램이 변경되었습니다. 이 버전을 신뢰하기 전까지 서버는 중지된 상태로 유지됩니다.
trust-this-version = 이 버전 신뢰
trust-keep-stopped = 중지 상태 유지
diff-added = 추가됨
diff-removed = 제거됨
diff-same-words = 명령줄은 그대로이지만 프로그램 파일이나 실행에 필요한 항목이 변경되었습니다. 이 버전을 신뢰하기 전까지 서버는 중지된 상태로 유지됩니다.
diff-runtime = 명령과 자체 파일은 그대로이지만, 이를 실행하는 런타임과 거기에 설치된 항목이 Node.js나 Python을 업데이트했을 때처럼 바뀌었습니다. 이 버전을 신뢰하기 전까지 서버는 중지된 상태로 유지됩니다.
diff-whole = 전체 명령
servers-command = 명령
servers-arguments = 인수
servers-no-arguments = 없음
servers-found = 프로그램
servers-link-to = { $file } 파일의 링크
servers-not-found = 아직 찾지 못함
servers-fingerprint = 지문
servers-cwd = 시작 폴더
servers-cwd-default = 기본 폴더
servers-env = 변수
servers-env-none = 설정된 변수 없음
servers-env-kept = 키링에 보관됨: { $names }
servers-env-in-file = 사용자 계정만 읽을 수 있는 Paddock 자체 파일(모드 0600)에 있는 비밀 정보: { $names }
servers-env-hint = 비밀 정보의 값은 숨겨집니다.
servers-reported = 서버가 밝힌 정보
servers-reported-none = 아직 밝힌 정보 없음
servers-revision = MCP 버전
servers-revision-none = 아직 협상되지 않음
servers-calls = 진행 중인 호출
servers-in-flight = 진행 중인 호출 { $count }건
servers-told = 폴더 목록
servers-told-told = 위 폴더가 들어 있음
servers-told-waiting = 알림; 서버가 폴더 목록을 아직 다시 읽지 않음
servers-told-waiting-for-call = 다음 호출 때 알립니다
servers-told-never-asked = 폴더를 물어본 적이 없음
servers-told-not-running = 실행 중이 아님
servers-folders = 폴더
servers-folders-all = 사용자가 읽고 쓸 수 있는 모든 것: 강제 적용되지 않습니다. 접근 권한은 어떤 폴더를 사용할지 알려 줄 뿐입니다.
servers-folders-none = 폴더가 없습니다. 사용자의 파일에 대한 접근 권한이 전혀 없습니다.
servers-asked = 요청한 보호
servers-supported = 여기서 지원
servers-in-force = 적용 상태
servers-lingering-title = 사용 중단을 알렸으나 막지는 못함
servers-lingering = { $server } 서버에 이 폴더들의 사용을 중단하라고 알렸습니다. 다시 시작하기 전까지는 이 컴퓨터에서 서버의 사용을 막을 수 없습니다.
servers-lingering-empty = 이 서버는 폴더가 없다고 알려도 마지막 폴더를 계속 제공하는 것으로 알려져 있습니다.
servers-run-details = 이번 실행
revision-session = 세션 사용: 실행 중에 변경을 알립니다
revision-stateless = 상태 비저장: 호출할 때마다 알립니다
revision-waiting = 상태 비저장: 다음 호출에서 알립니다
offers = 제공 기능
offers-nothing = 없음
offers-tools = 도구
offers-resources = 리소스
offers-subscribe = 리소스 구독
offers-prompts = 프롬프트
offers-completions = 자동 완성
offers-tasks = 작업

sessions-title = 사용 중인 앱({ $count })
sessions-lead = 앱마다 별도의 프로세스가 있습니다. 이름은 앱의 구성에서 온 것이며 Paddock이 확인할 수 없습니다.
sessions-no-folder = 작업 위치를 알 수 없습니다.
sessions-works-in = 작업 위치
sessions-reaches = { $count ->
    [0] 접근하는 폴더 없음
   *[other] 폴더 { $count }개에 접근
}
sessions-reaches-all = 사용자가 읽을 수 있는 모든 것에 접근
sessions-number = 세션 { $number }
sessions-since = { $time }부터
sessions-take = 빼기
sessions-take-label = { $app } 앱에서 { $folder } 폴더 빼기
sessions-taken = 세션이 끝날 때까지 뺀 폴더: { $folders }
sessions-pause = 일시 중지
sessions-calls = { $count ->
    [0] 아직 호출 없음
   *[other] 호출 { $count }건
}
sessions-open-handles = 접근 권한을 회수하기 전에 연 파일이어서, 종료할 때까지 계속 사용할 수 있습니다.
sessions-end = 종료
sessions-end-label = { $app } 앱의 세션 종료
sessions-end-label-folder = { $app } 앱의 { $folder } 폴더 세션 종료
sessions-ended = { $app } 앱이 사용하던 { $server } 서버 프로세스를 종료했습니다. 앱이 새 프로세스를 시작할 수 있습니다.
sessions-all = { $count }개 모두 보기
sessions-fewer = 간단히 보기
sessions-used-by = 사용 중인 앱: { $apps }
sessions-used-by-many = { $count ->
   *[other] 앱 { $count }개가 사용 중
}
sessions-used-trouble = { $used }: { $trouble }
scope-title = 앱이 사용할 수 있는 폴더
scope-hint = 앱이 작업하는 곳만: 각 앱은 이 폴더들 중 자신이 작업하는 부분만 사용할 수 있습니다.

lifecycle-title = 시작 및 중지
lifecycle-restart = 스스로 종료되었을 때
lifecycle-on-failure = 오류가 나면 다시 시작
lifecycle-on-failure-hint = 몇 번 다시 시작한 뒤 중지된 상태로 둡니다.
lifecycle-always = 항상 다시 시작
lifecycle-always-hint = 어떻게 종료되었든 다시 시작합니다. 시작하자마자 계속 종료되면 다시 시작하지 않습니다.
lifecycle-never = 중지 상태로 두기
lifecycle-never-hint = 직접 시작하기 전까지 중지된 상태로 둡니다.
lifecycle-on-demand = 처음 사용될 때 시작
lifecycle-on-demand-hint = Paddock과 함께 시작하지 않고 처음 사용될 때까지 기다립니다.
lifecycle-idle = 사용되지 않으면 중지
lifecycle-idle-hint = 다음에 사용될 때 다시 시작합니다.
lifecycle-idle-off = 안 함
lifecycle-keep-alive = 상태 확인
lifecycle-keep-alive-hint = 응답하지 않는 서버는 중지하고 실패로 처리합니다. 세션이 없는 서버는 확인하지 않습니다.
lifecycle-keep-alive-off = 끔
lifecycle-seconds = { $seconds }초마다
lifecycle-minutes = { $minutes }분 후
lifecycle-unit-seconds = 초
lifecycle-unit-minutes = 분
lifecycle-other = 기타…
lifecycle-other-label = { $what }({ $unit })
lifecycle-bounds = { $least }~{ $most }

## How much of the computer a server may take

limits-title = 한도
limits-hint = 서버가 메모리나 프로세스를 더 쓰려 하면 거부되거나 중지되며, 다른 프로그램에는 영향이 없습니다. 이 두 한도를 변경하면 실행 중인 서버가 다시 시작됩니다.
limits-memory = 최대 메모리
limits-memory-none = 제한 없음
limits-memory-mb = { $count }MB
limits-memory-gb = { $count }GB
limits-memory-unit = MB
# One after the other.
sentences = { $first } { $then }
limits-sent = 하루에 보낼 수 있는 최대량
limits-sent-hint = 모든 연결 대상에 보내는 양을 합쳐 계산합니다. 한도에 도달하면 서버가 기다리고, 사용자에게 묻습니다.
limits-sent-none = 제한 없음
limits-sent-mb = { $count }MB
limits-sent-gb = { $count }GB
limits-sent-unit = MB
limits-sent-so-far = 오늘 { $size }를 보냈습니다.
limits-sent-open = 네트워크가 ‘제한 없음’인 동안에는 집계하지 않습니다.
limits-sent-uncounted = 서버를 특정 연결 대상으로 제한하는 것이 없어 집계하지 않습니다.
limits-sent-today = 오늘은 { $size }까지 보낼 수 있습니다.
limits-sent-today-unlimited = 오늘은 보내는 양에 제한이 없습니다.
limits-sent-today-stopped = 오늘은 더 보내지 않습니다.
limits-processes = 최대 프로세스 및 스레드 수
limits-processes-count = { $count }개
limits-processes-unit = 개
limits-held-group = 컨트롤 그룹(cgroup)을 통해 서버의 모든 프로세스를 합쳐 적용됩니다.
limits-held-namespace = 서버 전용 네임스페이스를 통해 서버의 모든 프로세스를 합쳐 적용됩니다.
limits-held-process = 프로세스마다 따로 적용됩니다.
limits-held-nothing = 이 컴퓨터에서는 적용되지 않습니다.

## What keeps a server to its folders

asked-enforced = 강제 적용
asked-advisory = 강제 적용 안 함
supported-live = { $tier }, 변경이 즉시 적용됨
supported-restart = { $tier }, 변경 시 다시 시작
supported-nothing = 없음
supported-none = 이 컴퓨터에는 서버를 허용된 폴더 안으로 제한할 수단이 없습니다.
tier-live-mounts = 실시간 마운트
tier-landlock = Landlock
in-force-active = 적용 중
in-force-live = 운영 체제가 이 서버를 허용된 폴더 안으로 제한합니다. 변경은 실행 중에 즉시 적용됩니다.
in-force-restart = 운영 체제가 이 서버를 허용된 폴더 안으로 제한합니다. 변경하면 서버가 다시 시작됩니다.
in-force-later = 실행될 때 강제 적용됨
in-force-later-why = 실행 중이 아니어서 강제 적용할 것이 없습니다. 시작할 때부터 허용된 폴더 안으로 제한됩니다.
in-force-starting = 시작할 때부터 강제 적용됨
in-force-starting-why = 서버가 시작되고 있으며, 처음부터 허용된 폴더 안으로 제한됩니다.
in-force-impossible = 강제 적용할 수 없음
in-force-changing = 변경 중
in-force-changing-why = 변경을 적용하고 있습니다. 몇 밀리초면 끝납니다.
in-force-restarting = 서버 다시 시작 중
in-force-restarting-why = 변경을 적용하려고 다시 시작하고 있습니다.
in-force-open = { $count ->
   *[other] 이전에 연 파일 { $count }개가 열려 있음
}
in-force-open-why = 폴더 접근 권한은 부여한 그대로입니다. 마지막으로 접근 권한을 회수하기 전에 연 파일은 다시 시작할 때까지 열려 있습니다.
in-force-failed = 강제 적용 실패
open-handles = { $server } 서버가 접근 권한을 회수하기 전에 연 파일이 있어 계속 사용할 수 있습니다. 다시 시작하면 닫힙니다.
nothing-enforces-title = 여기서는 아무것도 강제 적용되지 않습니다
nothing-enforces = 이 컴퓨터에는 서버를 허용된 폴더 안으로 제한할 수단이 없습니다. 강제 적용 없이 실행하도록 직접 허용하지 않는 한 서버는 중지된 상태로 유지됩니다.
nothing-enforces-details = 부족한 요소

protection-title = 보호
protection-prove = 증명해 보기
prove-restarts = { $count ->
    [0] 증명하려면 { $server } 서버를 다시 시작합니다.
   *[other] 증명하려면 { $server } 서버를 다시 시작하며, 진행 중인 호출 { $count }건이 끝납니다.
}
protection-proving = 증명하는 중…
proof-none = 이번 실행에서는 확인하지 않았습니다. 서버가 시작될 때와 변경할 때마다 확인합니다.
proof-holds = { $count ->
    [0] { $time } 확인: 모두 차단됨
   *[other] { $time } 확인: 폴더 { $count }개만 열려 있고 나머지는 모두 차단됨
}
proof-leaks = { $time } 확인: 보호가 지켜지지 않음
proof-findings = 확인한 내용
finding-read = 읽기 허용됨
finding-write = 읽기 및 쓰기 허용됨
finding-blocked = 차단됨
finding-blocked-by = 차단됨({ $error })
finding-expected-nothing = 차단되어야 함
finding-expected-read = 읽기 전용이어야 함
finding-expected-write = 읽기 및 쓰기가 가능해야 함
proved-title = 시도한 내용
proved-holds = 보호가 지켜집니다. { $server } 서버에 권한을 부여하지 않은 것은 모두 차단됩니다.
proved-holds-files = 파일과 폴더에 대해 보호가 지켜집니다. { $server } 서버에 권한을 부여하지 않은 것은 모두 차단됩니다.
proved-leaks = 보호가 지켜지지 않습니다. { $server } 서버가 접근하면 안 되는 것에 접근했거나, 접근할 수 있어야 하는 것에 접근하지 못했습니다.
proved-at = { $time }에 시도
proved-allowed = 허용됨
proved-blocked = 차단됨
proved-blocked-by = 운영 체제가 차단함({ $error })
proved-expected = 예상대로입니다. 예상: { $expected }
proved-unexpected = 예상과 다릅니다. 예상: { $expected }
proved-by-tool = 서버의 자체 도구를 통해
proved-server = 사용한 서버: { $server }
network = 네트워크
network-modes = { $server } 서버가 사용할 수 있는 네트워크 범위
network-off = 다른 컴퓨터에도, 이 컴퓨터의 프로그램에도 연결할 수 없습니다.
network-ask = 허용한 곳에만 연결합니다. 그 밖의 곳에 연결하려 하면 묻습니다.
network-ask-not-here = 여기서는 꺼져 있습니다. 이 컴퓨터에서는 서버를 특정 연결 대상으로 제한할 수 없습니다.
network-open = 인터넷, 다른 컴퓨터, 이 컴퓨터의 프로그램에 연결합니다. 묻지 않습니다.
network-offer-ask = 이 서버는 묻지 않고 어디에나 연결할 수 있습니다.
network-offer-ask-do = 앞으로는 먼저 묻기
destinations-title = 연결할 수 있는 곳
destinations-none = 아직 결정한 연결 대상이 없습니다.
destinations-allowed = 허용: { $duration }
destinations-never = 항상 거부, 묻지 않음
destinations-ports = { $port ->
    [web] 포트 80 및 443
   *[other] 포트 { $port }
}
destinations-seen = { $count ->
   *[other] 연결 { $count }건, 지금 열린 연결 { $open }건
}
destinations-bytes = 보냄 { $sent }, 받음 { $received }
destinations-last = 마지막 사용 { $time }
destinations-unused = 아직 사용되지 않음
unreached-no-address = 마지막 시도 실패({ $time }): 이 이름의 주소를 찾지 못했습니다. 철자와 인터넷 연결을 확인하세요.
unreached-unreachable = 마지막 시도 실패({ $time }): 응답이 없습니다. 서비스가 실행 중인지 확인하세요.
unreached-not-looked-up = 마지막 시도 실패({ $time }): 이 이름의 주소를 제시간에 찾지 못했습니다. 인터넷 연결을 확인하세요.
unreached-private-network = 마지막 시도 실패({ $time }): 이 이름은 사설 네트워크로 연결됩니다. 원하면 그 주소도 허용하세요.
unreached-this-computer = 마지막 시도 실패({ $time }): 이 컴퓨터의 주소입니다. 서버가 이 컴퓨터에 연결해야 한다면 대신 이 컴퓨터의 포트를 허용하세요.
unreached-this-link = 마지막 시도 실패({ $time }): 이 이름은 같은 로컬 링크에 있는 기기나 클라우드 자격 증명으로 연결됩니다. 원하면 그 주소도 허용하세요.
unreached-address-refused = 마지막 시도 실패({ $time }): 이 이름은 거부한 주소로 연결됩니다.
unreached-nowhere = 마지막 시도 실패({ $time }): 이 이름은 예약된 주소로 연결됩니다.
unreached-proxy = 마지막 시도 실패({ $time }): 프록시가 그곳으로 연결하지 못했습니다.
unreached-port-closed = 마지막 시도 실패({ $time }): 서버에 이 포트를 열지 못했습니다. 서버를 다시 시작하세요.
unreached-greeting = 마지막 시도 실패({ $time }): 서버가 그곳에서 다른 이름을 요청하여 Paddock이 연결을 끊었습니다.
destinations-take-back = 회수
destinations-take-back-label = { $destination } 허용 회수
destinations-taken-back = { $server } 서버의 { $destination } 연결 허용을 회수했습니다.
destinations-allow-again = 다시 허용…
destinations-ask-again = 다시 묻기
destinations-ask-again-label = { $destination } 연결을 다시 묻기
destinations-allow-title = 연결 대상 허용
destinations-allow-where = 이름, 주소 또는 범위
destinations-allow-hint = 예: api.example.com, *.example.com, 10.0.0.0/8, localhost:5432
destinations-allow-how-long = 허용 기간
destinations-allow = 허용…
destinations-inert-off = 네트워크를 ‘먼저 묻기’로 설정해야만 적용됩니다.
destinations-inert-open = 네트워크가 제한 없음입니다. 이 항목들은 ‘먼저 묻기’로 설정해야만 적용됩니다.
network-bound-system = 이 컴퓨터에서는 서버 하나의 네트워크만 끌 수 없습니다.
network-bound-advisory = 강제 적용하지 않으면 네트워크를 끌 수 없습니다.
confinement-restarts = 변경하면 서버가 다시 시작됩니다.
ask-first = 처음 접근할 때 묻기
ask-first-hint = 권한을 부여하지 않은 것에 서버가 처음 접근하려 하면, 답할 때까지 서버를 기다리게 합니다. 변경하면 서버가 다시 시작됩니다.
ask-first-bound-system = 여기서는 사용할 수 없음: 이 컴퓨터에서는 서버의 시도를 볼 수 없습니다.
ask-first-bound-restart = 여기서는 사용할 수 없음: 서버 실행 중에 바뀌는 강제 적용이 필요합니다.
ask-first-bound-advisory = 강제 적용하지 않으면 서버의 어떤 동작도 보류할 수 없습니다.
enforce-on = 강제 적용
enforce-on-hint = 허용된 폴더 안으로 제한되며, 제한할 수 없으면 실행되지 않습니다.
enforce-off = 강제 적용 안 함
enforce-off-hint = 어떤 폴더를 사용할지 알려 줍니다. 다른 폴더를 사용해도 막지 못합니다.
enforce-without = 강제 적용 없이 실행…
enforce-again = 다시 강제 적용
enforce-title = { $server } 서버를 강제 적용 없이 실행하시겠습니까?
enforce-warning = 사용자 계정으로 읽고 변경할 수 있는 모든 것을 이 서버도 읽고 변경할 수 있게 됩니다. 키, 메일, 브라우저 데이터, 모든 프로젝트가 여기에 포함됩니다. 부여한 접근 권한은 서버에 참고 사항일 뿐입니다.
enforce-keep = 강제 적용 유지
enforce-yes = 예, 내 계정으로 읽을 수 있는 모든 것을 읽도록 허용
reads-title = 접근 권한 외에 읽을 수 있는 것({ $count })
reads-home = 서버의 자체 홈(읽기 및 쓰기)
reads-program = 프로그램 자체
reads-runtime = 언어 런타임
reads-system = 시스템의 프로그램과 라이브러리
reads-certificates = 인증서
reads-names = 호스트 이름과 사용자 이름
footprint-title = 실행에 필요한 것
footprint-none = 사용자의 파일은 필요하지 않습니다. 시스템이 제공하는 것만 사용합니다.
footprint-untold = 이 명령이 어떤 파일을 실행하는지 Paddock이 알 수 없습니다. 그 파일을 변경할 수 있으면 이 명령이 하는 일을 결정할 수 있습니다.
footprint-program = 프로그램
footprint-runtime = 런타임
footprint-size = { $files ->
   *[other] 파일 { $files }개, { $size }
}
footprint-size-least = { $files ->
   *[other] 파일 { $files }개 이상, { $size } 이상
}
footprint-size-unknown = 크기를 세지 않음
footprint-hidden = { $count ->
   *[other] 그 안에서 비밀 정보로 보이는 { $count }개는 계속 숨깁니다
}
footprint-new = 아직 동의하지 않음
footprint-gone = 더 이상 필요하지 않음
trust-withdraw = 신뢰 철회
trust-withdraw-label = { $server } 서버의 신뢰 철회: 서버가 중지되고, 다시 실행하기 전에 묻습니다
programs-title = 프로그램 실행에 필요한 것
programs-lead = 읽기 전용입니다. 명령을 신뢰할 때 동의한 항목입니다. 신뢰를 철회하면 서버가 중지됩니다.
attempts-title = 서버가 시도한 것
attempts-none = 접근 권한이 없는 것을 시도한 적이 없습니다.
attempt-waits = 답을 기다림
attempt-read = { $count ->
   *[other] 읽기 { $count }번 시도, 마지막 { $time }
}
attempt-write = { $count ->
   *[other] 쓰기 { $count }번 시도, 마지막 { $time }
}
attempt-connect = { $count ->
   *[other] 연결 시도 { $count }회, 마지막 시도: { $time }
}
attempt-refused = { $count ->
   *[other] 선택하신 대로 { $count }회 거부됨, 마지막: { $time }
}
attempt-allow = 허용…
attempt-allow-label = { $destination } 허용…
attempt-grant = 이 폴더에 권한 부여…
attempt-write-here = 여기에 쓰기 허용…
attempt-write-all = 여기에 전체 쓰기 허용…
attempt-write-commits = 여기에 쓰기 및 커밋 허용…
attempt-program = 서버 프로그램의 일부입니다. 어떤 권한을 부여해도 서버는 이를 변경할 수 없습니다.
attempt-granted = { $folder } 폴더에 부여된 권한: { $access }
attempt-folder-label = { $what } { $folder }
attempt-deny-label = { $path } 허용 안 함
attempt-dismiss-label = { $path } 지우기
not-entered = { $folder } 폴더에서 시작하도록 설정되어 있지만 그 폴더의 접근 권한이 없습니다. 접근 권한을 부여하고 다시 시작할 때까지 서버의 자체 홈에서 시작합니다.
unmet = { $count ->
   *[other] 명령에 적힌 폴더 { $count }개에 접근 권한이 없습니다: { $folders }.
}
unmet-ask = { $count ->
   *[other] 폴더에 권한 부여…
}
missed = 시작에 필요한 { $path } 경로를 읽지 못했습니다.

state-stopped = 중지됨
state-needs-trust = 아직 신뢰하지 않음
state-starting = 시작 중
state-running = 실행 중
state-stopping = 중지하는 중
state-restarting = 다시 시작 중
state-failed = 실패
state-paused = 일시 중지됨
state-asleep = 사용될 때 시작
state-running-since = { $time }부터 실행 중
state-restarting-at = { $time }에 다시 시작, { $attempt }번째 시도

form-title-add = 서버 추가
form-way = 추가 방법
form-by-form = 양식
form-by-paste = JSON 붙여 넣기
form-name = 이름
form-program = 프로그램
form-program-hint = npx처럼 PATH에서 찾을 수 있는 이름 또는 절대 경로입니다.
form-args = 인수(한 줄에 하나)
form-env = 환경 변수
form-env-name = 변수 이름
form-env-value = 변수 값
form-env-add = 변수 추가
form-env-remove = 변수 { $name } 제거
form-env-shown = 값 표시
form-env-kept = 그대로 유지됩니다. 바꾸려면 입력하세요
form-env-kind = { $name } 변수가 비밀 정보인지 여부
form-env-kind-auto = 자동 판단
form-env-kind-secret = 비밀 정보
form-env-kind-plain = 비밀 정보 아님
form-env-hint = 비밀 정보는 데스크톱의 키링에 넣으며 다시 표시되지 않습니다.
form-env-in-file = 지금은 데스크톱의 키링이 비밀 정보를 받지 않으므로, 사용자 계정만 읽을 수 있는 Paddock 자체 파일(모드 0600)에 보관합니다. 설정에서 변경할 수 있습니다.
form-cwd = 시작 폴더
form-cwd-hint = 선택 사항입니다. 절대 경로를 입력하세요.
form-save = 저장
form-add = 서버 추가
form-hint = 정확한 명령을 보고 신뢰하기 전에는 아무것도 실행되지 않습니다.
form-edit-hint = 변경된 명령은 실행하기 전에 다시 신뢰해야 합니다.
paste-label = 구성
paste-hint = npx -y some-server ~/folder 같은 명령이나, 클라이언트 설정의 mcpServers 또는 servers 부분입니다. 주석이 있어도 됩니다.
paste-hint-more = 레지스트리의 server.json과, Paddock, Cursor, VS Code에 서버를 설치하는 링크도 읽습니다.
paste-open = 파일 열기…
paste-open-hint = 번들(.mcpb 또는 .dxt)이나 server.json을 엽니다. 이 창에 끌어다 놓아도 됩니다.
paste-read = 서버 찾기
paste-found = { $count ->
   *[other] 서버 { $count }개를 찾음
}
paste-add = { $server } 추가
paste-edit = 먼저 편집: { $server }
paste-edit-short = 먼저 편집
paste-add-short = 추가
paste-added = 추가됨
paste-unusable = 여기서 실행할 수 없음
paste-command = 실행될 명령
asked-title = 서버가 요청하는 값
asked-several = 한 줄에 하나씩 입력하세요.
asked-path = 여기서 선택해도 서버에는 아직 아무 권한도 부여되지 않습니다. 서버를 추가한 뒤 폴더마다 묻습니다.
asked-choose-folder = 폴더 선택…
asked-choose-file = 파일 선택…
arrival-title-bundle = 번들의 { $server } 서버 추가
arrival-title-file = 파일의 { $server } 서버 추가
arrival-title-link = 링크가 { $server } 서버를 추가해 달라고 요청합니다
arrival-from = 출처
arrival-link = 이런 링크는 누구나 만들 수 있습니다. 직접 찾던 것일 때만 추가하세요.
arrival-name = 이름
arrival-version = 버전
arrival-author = 작성자
arrival-description = 설명
arrival-claims = 모두 번들이 스스로 밝힌 내용이며, 아무도 확인하지 않았습니다.
arrival-waits = 번들의 압축을 풀지만 서버는 중지된 상태로 둡니다. 정확한 명령을 보고 신뢰하기 전에는 번들의 어떤 것도 실행되지 않으며, 폴더는 동의를 기다립니다.
arrival-leave = 추가 안 함
arrival-title-update = { $server } 서버용 번들
update-waits = 새 명령을 보고 신뢰할 때까지 { $server } 서버는 중지됩니다. 폴더, 연결 대상, 규칙은 그대로 유지됩니다.
update-choice = 처리 방법
update-newer = { $server } 서버 업데이트: { $from } → { $to }
update-older = { $server } 서버 되돌리기: { $from } → { $to }
update-same = { $server } 서버의 { $from } 버전을 이 번들로 교체
update-unclear = { $server } 서버의 { $from } 버전을 { $to } 버전으로 교체
update-add = 다른 서버로 추가
update-note-older = 이 번들은 { $server } 서버가 실행되고 있는 번들보다 오래되었습니다. 그동안 고쳐진 결함이 다시 생길 수 있습니다.
update-note-same = 두 번들 모두 { $to } 버전이라고 밝히지만 서로 같지 않습니다.
update-note-unclear = 버전 표기만으로는 어느 쪽이 더 새로운지 알 수 없습니다.
update-edited = 번들을 추가한 뒤 { $server } 서버의 명령이 직접 변경되었습니다. 업데이트하면 변경한 내용이 바뀝니다.
update-same-author = 두 번들은 작성자를 똑같이 밝힙니다. 어느 쪽도 확인되지 않았습니다.
update-identical = { $server } 서버는 이미 바로 이 번들로 실행되고 있습니다.
update-stranger = { $server } 서버는 작성자가 { $author }(이)라고 밝힌 같은 이름의 번들로 실행되고 있습니다. 이 번들은 다른 작성자를 밝히므로 다른 서버로만 추가할 수 있습니다.
update-unreadable = { $server } 서버는 같은 이름의 번들로 실행되고 있지만 그 번들을 더 이상 읽을 수 없습니다. 그래서 이 번들은 다른 서버로만 추가할 수 있습니다.
update-changes = 변경 내용
update-version = 버전
update-command = 명령
update-environment = 변수
update-nothing = 없음
update-asks-new = 추가로 요청하는 항목: { $title }
update-asks-changed = 다른 방식으로 요청하는 항목: { $title }
update-asks-gone = 더 이상 요청하지 않는 항목: { $title }
update-nothing-changes = 명령, 변수, 요청하는 항목은 그대로입니다. 번들에 든 파일은 다를 수 있습니다.
update-stays = 전에 입력한 값을 유지하려면 비워 두세요.
update-leave = 변경 안 함
update-do = { $server } 업데이트
update-do-replace = 교체
paste-names = 명령에 적힌 폴더: { $folders }. 읽기 전용으로 접근 권한 부여
paste-named = 명령에 적힌 폴더: { $folders }
paste-env = 변수: { $names }
paste-missing = 명령에 적힌 { $path } 위치가 이 컴퓨터에 없습니다.
paste-missing-folder = { $path } 대신 쓸 폴더 선택
paste-missing-file = { $path } 대신 쓸 파일 선택
paste-introduce = { $server } 서버 추가, 신뢰 및 시작
paste-introduce-short = 추가, 신뢰 및 시작
paste-introduce-all = { $count }개 모두 추가, 신뢰 및 시작
paste-introduce-hint = 모든 명령과 명령에 적힌 폴더를 한 페이지에서 보여 줍니다. 그 페이지에서 동의하기 전에는 아무것도 시작되지 않습니다.
paste-ask-first = 서버가 그 밖의 것에 처음 접근하려 하면 묻기

tools-none = 이 서버는 도구를 제공하지 않습니다.
tools-not-running = 도구를 사용하려면 서버를 시작하세요.
tools-asleep = 사용될 때 시작됩니다. 도구를 요청하거나 호출하세요.
tools-loading = 도구를 요청하는 중…
tools-list = 도구
tools-find = 도구 찾기
tools-claims = 서버의 주장(확인되지 않음): { $claims }.
tools-claims-none = 서버는 이 도구가 무엇을 하는지 밝히지 않았습니다.
tools-claim-read-only = 읽기 전용
tools-claim-destructive = 파괴적
tools-claim-idempotent = 반복해도 같은 결과
tools-claim-open-world = 외부와 상호 작용
tools-says = 서버의 주장: { $claims }
tools-use = 앱이 호출할 수 있는 도구
tools-use-for = 대상 앱
tools-use-own = 이 창에서 직접 하는 호출에는 이 규칙이 적용되지 않습니다.
tools-rule-label = { $app }의 { $tool } 도구 호출
tools-rule-as-all = { $rule }(모든 앱과 동일)
tools-hold-changed = 변경된 도구의 호출은 답을 기다림
tools-hold-changed-hint = 서버가 도구를 처음과 다르게 설명하면 변경된 것으로 봅니다.
tools-changed = 처음 확인한 뒤 변경됨
tools-changed-list = { $count ->
   *[other] 처음 확인한 뒤 도구 { $count }개가 변경됨: { $tools }
}
tools-changed-accept = { $count ->
   *[other] 지금 상태로 수락
}
tools-unlisted = 서버의 목록에 없음
tools-task-optional = 작업으로 실행할 수 있습니다.
tools-task-required = 작업으로 실행됩니다.
tools-schema = 서버의 설명 원문
tools-schema-input = 입력
tools-schema-output = 출력
tools-call = 호출
tools-cancel = 호출 취소
tools-calling = 답을 기다리는 중…
tools-progress = { $tool } 진행률
tools-share = { $share }%
tools-steps = { $steps }까지 완료
tools-elapsed = { $seconds }초
tools-confirm-destructive = 서버에 따르면 이 호출은 무언가를 파괴할 수 있습니다. 보낼 내용을 확인하세요.
tools-confirm-open-world = 서버에 따르면 이 호출은 서버 밖과 상호 작용합니다. 보낼 내용을 확인하세요.
tools-confirm-arguments = { $tool } 도구를 정확히 다음 내용으로 호출합니다.
tools-confirm-yes = 예, 호출
tools-confirm-no = 호출 안 함
tools-result = 결과
tools-result-copy = 복사
tools-result-error = 도구가 오류를 보고했습니다
tools-result-time = { $milliseconds }ms
tools-result-empty = 답이 비어 있습니다.
tools-structured = 구조화된 콘텐츠
tools-broken-promise = { $tool } 도구가 선언한 결과와 맞지 않습니다.
tools-no-arguments = 인수를 받지 않습니다.
tools-no-arguments-named = 정해진 이름의 인수가 없습니다.
tools-way-of-typing = 인수 작성 방법
tools-form = 양식
tools-json = JSON
tools-optional = 선택 사항
tools-json-hint = JSON
tools-unset = 설정 안 함
tools-yes = 예
tools-no = 아니요
tools-null = 없음(null)
tools-fill-in = 채우기
tools-fill-in-label = { $name } 채우기
tools-way = 방식 { $number }
tools-way-label = { $name }의 종류
tools-item = 항목 { $number }
tools-add-item = { $name }에 추가
tools-remove-item = { $name }의 항목 { $number } 제거
tools-name = 이름
tools-value = 값
tools-add-name = 항목 추가
tools-remove-name = 항목 { $name } 제거
tools-type-text = 텍스트
tools-type-number = 숫자
tools-type-boolean = 예 또는 아니요
tools-type-list = 목록
tools-type-object = 여러 필드
tools-name-needed = 이름이 필요합니다.
tools-name-doubled = 이미 있는 이름입니다.
tools-bad-json = 올바른 JSON이 아닙니다: { $reason }
tools-not-an-object = 인수는 중괄호로 묶은 객체여야 합니다.
tools-does-not-fit = 양식에 맞지 않는 항목이 있습니다: { $names }. 수정하거나 JSON으로 호출하세요.
tools-arguments = 인수(JSON)
tools-why-reference = 설명이 다른 주소를 가리키는데 Paddock은 그 주소를 열지 않습니다. 인수를 JSON으로 작성하세요.
tools-why-lost-reference = 설명이 존재하지 않는 부분을 가리킵니다. 인수를 JSON으로 작성하세요.
tools-why-too-large = 설명이 너무 크거나 자기 자신을 가리킵니다. 인수를 JSON으로 작성하세요.
tools-why-not-an-object = 설명이 이름 있는 인수의 형태가 아닙니다. 인수를 JSON으로 작성하세요.
lists-ask-again = 다시 요청

resources-none = 이 서버는 리소스를 제공하지 않습니다.
resources-not-running = 리소스를 읽으려면 서버를 시작하세요.
resources-asleep = 사용될 때 시작됩니다. 리소스를 요청하세요.
resources-loading = 리소스를 요청하는 중…
resources-list = 리소스
resources-find = 리소스 찾기
resources-count = { $count ->
   *[other] 리소스 { $count }개
}
resources-found = { $count }개 중 { $found }개
resources-more = 더 보기({ $count })
resources-templates = 템플릿
resources-followed = 변경 추적 중
resources-follow = 변경 추적
resources-unfollow = 추적 중지
resources-changes = { $count ->
    [0] 변경 추적 중
   *[other] 변경 추적 중, { $count }번 변경됨
}
resources-read = 읽기
resources-read-again = 다시 읽기
resources-reading = 읽는 중…
resources-old = 읽은 뒤에 변경되었습니다.
resources-content = { $name }의 내용
resources-empty = 비어 있습니다.
resources-address = 주소로 읽기
resources-address-hint = 이 주소는 서버에만 전달됩니다. Paddock은 스스로 아무것도 열지 않습니다.

prompts-none = 이 서버는 프롬프트를 제공하지 않습니다.
prompts-not-running = 프롬프트를 보려면 서버를 시작하세요.
prompts-asleep = 사용될 때 시작됩니다. 프롬프트를 요청하세요.
prompts-loading = 프롬프트를 요청하는 중…
prompts-list = 프롬프트
prompts-find = 프롬프트 찾기
prompts-get = 가져오기
prompts-messages = 프롬프트의 메시지
prompts-empty = 프롬프트에 메시지가 없습니다.
prompts-user = 사용자
prompts-assistant = 모델
prompts-copy = 텍스트로 복사

messages-list = { $server } 서버의 메시지
messages-find = 메시지에서 찾기
messages-direction = 방향
messages-both = 양방향
messages-to-server = 서버로
messages-from-server = 서버에서
messages-errors = 오류만
messages-live = 새 메시지 따라가기
messages-older = 이전 메시지 보기
messages-none = 아직 메시지가 없습니다.
messages-none-found = 일치하는 항목이 없습니다.
messages-dropped = { $count ->
   *[other] 이전 메시지 { $count }개는 더 이상 보관하지 않습니다.
}
messages-request = 요청
messages-result = 결과
messages-error = 오류
messages-notification = 알림
messages-other = MCP 아님
messages-id = id { $id }
messages-took = { $milliseconds }ms
messages-text = 메시지 { $number }
messages-cut = 앞부분만 보관합니다.
messages-copy = 메시지 복사
messages-reproduce = 스크립트로 복사
messages-reproduce-hint = 여기까지 서버에 보낸 모든 내용을 다시 보내는 셸 스크립트입니다. 비밀 정보는 가려집니다.

parts-text = 텍스트
parts-image = { $from }에서 보낸 그림
parts-show-image = 그림 표시 · { $kind }, { $size }
parts-show-sound = 소리 표시 · { $kind }, { $size }
parts-image-broken = 읽을 수 없는 그림이 전송되었습니다.
parts-sound = { $from }에서 보낸 소리
parts-not-shown = { $size }, 여기에 표시하지 않음
parts-read = 읽기
parts-read-label = { $name } 읽기
parts-tool-use = { $tool } 호출
parts-tool-result = 도구 결과
parts-tool-error = 도구가 오류를 보고함
parts-arguments = { $tool } 인수
parts-too-deep = 너무 깊이 중첩되어 표시할 수 없는 내용이 더 있습니다.

log-empty = 아직 기록된 로그가 없습니다.
log-label = { $server } 서버의 로그
log-dropped = { $count ->
   *[other] 이전 로그 { $count }줄은 더 이상 보관하지 않습니다.
}
log-stderr = stderr
log-message = 메시지
log-paddock = Paddock
log-session = 세션 { $session }, { $app }
log-whose = 표시할 줄
log-all = 모든 줄
log-own = Paddock에서 사용
log-copy = 로그 복사
log-follow = 최신 줄로 이동

## What a server did over time

seen-title = 활동 추이
seen-span = 표시 기간
seen-day = 24시간
seen-week = 7일
seen-lately = { $calls ->
   *[other] 지난 24시간 동안 호출 { $calls }건, 차단 { $blocked }건
}
seen-lately-blind = { $calls ->
   *[other] 지난 24시간 동안 호출 { $calls }건(서버가 무엇을 시도했는지는 볼 수 없음)
}
seen-nothing = 이 기간에 기록된 것이 없습니다.
seen-calls = 도구 호출
seen-uses = 권한이 있는 폴더 사용
seen-requests = 사용자나 모델에 요청
seen-blocked = 차단됨
seen-connections = 연결
seen-sent = 보냄
seen-received = 받음
seen-strip = { $what }: { $total }, 가장 많은 때: { $time }
seen-files-unseen = 서버를 허용된 폴더 안으로 제한하는 것이 없는 동안에는 서버가 무엇을 시도하는지 볼 수 없습니다.
seen-network-unseen = 서버의 네트워크가 ‘제한 없음’인 동안에는 서버가 보내는 양을 집계하지 않습니다.
seen-folders-how = ‘권한이 있는 폴더 사용’은 그 폴더 안의 경로가 적힌 호출의 수입니다. 호출 없이 서버가 스스로 읽는 것은 볼 수 없습니다.
seen-destination = { $sent } 보냄, { $received } 받음
seen-destinations = 데이터가 오간 곳
seen-table = 표로 보기
seen-access = 접근할 수 있었던 때
seen-access-none = 이 기간에는 접근 권한이 없었습니다.
seen-access-from = { $from }부터
seen-access-to = { $until }까지
seen-access-still = 아직 유효함
seen-access-changed = { $times }에 변경됨
seen-access-begin = 시작
seen-access-end = 끝
seen-access-what = 폴더 또는 연결 대상
seen-access-how = 끝난 이유
seen-before = 이전

## Apps

apps-title = 앱
apps-lead = 이 컴퓨터의 AI 앱과 그 앱이 실행하는 서버입니다.
apps-look = 다시 찾기
apps-launched = { $entries ->
    [0] 실행하는 서버가 없습니다.
   *[other] 서버 { $entries }개를 실행합니다.
}
apps-past = { $direct ->
    [0] 모두 Paddock을 거칩니다.
   *[other] 그중 { $direct }개는 사용자가 읽을 수 있는 것을 모두 읽을 수 있습니다.
}
apps-past-one = { $direct ->
    [0] Paddock을 거칩니다.
   *[other] 이 서버는 사용자가 읽을 수 있는 것을 모두 읽을 수 있습니다.
}
apps-empty-title = AI 앱을 찾지 못했습니다
apps-empty = Paddock은 Claude Code, Codex, Cursor, VS Code 등의 구성 파일을 찾습니다. 앱을 설치하거나 한 번 실행한 뒤 다시 찾아 보세요.
apps-no-file = 아직 구성 파일이 없습니다.
apps-no-entries = 적혀 있는 서버가 없습니다.
apps-entries = { $path } 파일의 서버
apps-project = { $project } 프로젝트에 속하며 다른 사람과 공유될 수 있습니다. 이 파일만 따로 요청할 때만 변경합니다.
apps-direct = 사용자가 읽을 수 있는 것을 모두 읽을 수 있음
apps-direct-off = 앱에서 꺼져 있음. 켜면 사용자가 읽을 수 있는 것을 모두 읽을 수 있음
apps-through = Paddock을 거쳐 { $server } 서버로 연결됨
apps-through-unsure = Paddock을 거쳐 { $server } 서버로 연결된다고 되어 있습니다. 이 프로그램이 Paddock의 것인지는 알 수 없습니다.
apps-remote = 원격: 여기서 실행하지 않음
apps-own = 앱의 일부
apps-as-before = 연결했었지만 Paddock 밖에서 항목이 원래대로 바뀌었습니다.
apps-changed = 연결한 뒤에 변경되었습니다. Paddock은 이 항목을 건드리지 않습니다.
apps-unsure = 연결했지만 비교할 수 없습니다: { $why }
apps-lost = { $entry } 항목을 연결했지만 더 이상 { $path } 파일에 없습니다.
apps-forget = 기록 지우기…
apps-forget-label = 기록 지우기: { $entry }
apps-choose = { $app } 앱의 { $entry } 선택
apps-connect = 연결…
apps-asks = { $entry } 항목은 { $app } 앱이 채우는 값으로 시작됩니다. 이제 Paddock이 서버를 직접 시작하므로 그 값을 입력해야 합니다.
apps-asks-continue = 계속
apps-connect-label = { $app } 앱의 { $entry } 연결
apps-connect-shared-label = 프로젝트의 { $app } 구성에서 { $entry } 연결
apps-connect-all = { $count }개 모두 연결…
apps-connect-all-label = { $app } 앱의 { $count }개 모두 연결
apps-connect-chosen = { $count ->
   *[other] 선택한 { $count }개 연결…
}
apps-disconnect = 연결 해제…
apps-disconnect-label = { $app } 앱의 { $entry } 연결 해제
apps-disconnect-all = { $count }개 모두 연결 해제…
apps-disconnect-all-label = { $app } 앱의 { $count }개 모두 연결 해제
apps-no-server = Paddock에 { $server } 서버가 없어 앱이 시작할 수 없습니다. 항목을 연결 해제하거나 서버를 다시 추가하세요.
apps-server = 서버 보기
apps-server-label = { $server } 서버 보기
apps-restart = { $app } 앱이 지금 사용하는 서버가 없습니다. 앱이 열려 있다면 다시 시작하여 구성을 읽게 하세요.
apps-stand-in = { $app } 앱이 직접 묻지 못하는 서버의 요청을 Paddock에서 묻기
apps-stand-in-hint = 서버는 양식 작성, 웹 페이지 방문, 언어 모델의 답변을 요청할 수 있습니다. 이런 요청은 ‘요청’ 화면에서 기다립니다. 이미 실행 중인 서버는 다시 시작할 때에야 변경을 알게 될 수 있습니다.
apps-by-hand = Paddock이 이 앱의 구성 파일을 찾지 못했습니다. 이름은 앱을 연결하는 명령에서 온 것이며 Paddock이 확인할 수 없습니다.
apps-uses-none = 지금 사용하는 서버가 없습니다.
apps-uses = { $count ->
   *[other] 지금 서버 { $count }개 사용 중
}

app-ask-connect = { $app } 앱이 Paddock을 거쳐 서버를 실행하도록 하시겠습니까?
app-ask-connect-yes = 연결
app-ask-connect-no = 그대로 두기
app-ask-disconnect = { $app } 앱이 다시 서버를 직접 실행하도록 하시겠습니까?
app-ask-disconnect-yes = 연결 해제
app-ask-disconnect-no = 연결 유지
app-ask-nothing = { $app } 앱에는 복원할 것이 없습니다
app-ask-forget = 기록 지우기
app-ask-direct = 앱이 이 서버들을 다시 Paddock을 거치지 않고 실행하며, 서버는 사용자가 읽을 수 있는 것을 모두 읽을 수 있게 됩니다.
app-ask-project = 이 구성은 { $project } 프로젝트에 속합니다. 프로젝트를 공유하는 사람에게도 변경이 적용되며, 같은 위치에 Paddock이 있어야 합니다.
app-ask-link = 이 파일은 링크입니다. 실제로 변경되는 파일: { $path }
app-ask-new = { $entry } 항목을 새 서버로 추가합니다. 서버 이름: { $server }.
app-ask-there = { $entry } 항목은 명령이 같은 { $server } 서버를 사용합니다.
app-ask-cwd = 시작 폴더: { $folder }
app-ask-env = Paddock으로 옮기는 변수: { $names }
app-ask-env-file = { $path } 파일에서 읽은 변수: { $names }
app-ask-folders = 명령에 적힌 폴더(권한은 직접 부여): { $names }
app-ask-unset = 값이 없어 설정하지 않는 변수: { $names }
app-ask-lost = 앱만 채울 수 있어 없어지는 항목: { $names }
app-ask-diff = 파일에서 바뀌는 내용입니다. 비밀 정보는 가려집니다.
app-ask-waits = 이것으로 서버에 주어지는 권한은 없습니다. 새 서버는 명령을 신뢰할 때까지, 폴더는 접근 권한을 부여할 때까지 기다립니다. 앱은 다음에 시작될 때부터 Paddock을 사용합니다.
app-given-restored = 원래대로 돌아갑니다.
app-given-as-before = 이미 원래와 같습니다.
app-given-left = 그 뒤에 변경되어 그대로 둡니다.
app-given-gone = 더 이상 없습니다.

## Requests: what servers ask of the person

requests-title = 요청
requests-lead = 서버와 앱이 사용자에게 요청하는 것입니다. 결정하기 전에는 아무것도 답하지 않습니다.
requests-sections = 요청의 섹션
requests-tab-pending = 대기 중({ $count })
requests-tab-missed = 놓침({ $count })
requests-list = 답을 기다리는 항목
requests-empty-title = 기다리는 요청 없음
requests-empty = 서버가 모델의 답변이나 세부 정보, 추가 접근 권한을 요청하거나, 먼저 확인하기로 한 호출을 앱이 요청하면 결정할 때까지 여기에서 기다립니다.
requests-sampling = 모델의 답변
requests-form = 양식
requests-url = 웹 페이지
requests-held = 허용 범위 밖 접근
requests-command-new = 새 명령
requests-command-changed = 변경된 명령
requests-review-changed = 변경된 명령 { $count }개 함께 검토…
requests-place = 앱의 폴더
requests-call = 도구 호출
requests-destination = 연결
requests-sending = 데이터 더 보내기
requests-sending-about = 오늘 { $size } 보냄
requests-of-app = { $app }: { $what }
requests-told-again = 다시 시도하라고 알림
requests-in-app = { $app } 앱이 사용
requests-in-app-at = { $app } 앱이 { $folder } 폴더에서 사용
requests-during = { $what } 처리 중
requests-answering = 모델이 작성하는 중…
requests-review = 검토 준비됨
requests-failed = 실패
requests-over = 이 요청은 끝났습니다
requests-over-hint = 답했거나 철회된 요청입니다. 더 할 일이 없습니다.
requests-deny-more = 다른 거부 방법
requests-deny-mute = 거부하고 { $server } 서버의 요청 차단
command-new-title = { $server } 서버를 처음으로 시작하시겠습니까?
introduce-title = 서버 { $count }개를 처음으로 시작하시겠습니까?
introduce-changed-title = 서버 { $count }개의 명령을 신뢰하시겠습니까?
introduce-tick = { $server } 서버 시작
introduce-folders = 명령에 적힌 폴더
introduce-again = 가지고 있던 권한 다시 부여
introduce-agree = 신뢰하고 폴더 { $count }개의 접근 권한을 부여한 뒤 시작
command-uses-already = 이미 사용할 수 있는 폴더
command-connects-already = 이미 연결할 수 있는 곳
command-may-connect = 연결이 허용될 곳
command-may-connect-hint = 서버가 시작하는 데 필요한 곳입니다. 명령과 함께 허용되며, 서버 페이지에서 하나씩 회수할 수 있습니다.
command-changed-title = { $server } 서버의 명령이 변경되었습니다
held-title-read = { $server } 서버가 허용된 폴더 밖을 읽으려고 합니다
held-title-write = { $server } 서버가 허용된 폴더 밖에 쓰려고 합니다
held-wait = { $seconds }초 더 기다립니다
held-over = 더 이상 기다리지 않습니다. 답변은 다음 시도에 적용됩니다.
held-lead = 답할 때까지 호출이 보류됩니다. ‘허용…’을 누르면 먼저 폴더를 보여 주며, 아직 아무 권한도 부여하지 않습니다.
held-lead-no-offer = 답할 때까지 호출이 보류됩니다. 권한을 부여하기에 알맞은 폴더가 없으므로 거부만 할 수 있습니다.
held-allow = 허용…
held-deny-run = 거부하고 { $server } 서버가 실행되는 동안 다시 묻지 않기
place-title = { $app } 앱이 { $folder } 폴더에서 작업합니다. { $server } 서버가 이 폴더를 사용하도록 하시겠습니까?
place-lead = 그동안 앱은 서버의 접근 없이 계속 작업합니다. ‘접근 수준 선택…’을 누르면 먼저 폴더를 보여 주며, 아직 아무 권한도 부여하지 않습니다. ‘아니요’를 선택하면 다시 묻지 않습니다.
place-no = 아니요
place-choose = 접근 수준 선택…
asked-destination-title = { $server } 서버가 { $destination }에 연결하려고 합니다
asked-destination-app = { $app } 앱을 위해
asked-destination-times = { $count ->
   *[other] { $count }번 시도함
}
asked-destination-during = { $count ->
   *[other] { $tools } 호출 중
}
asked-destination-no-call = 진행 중인 도구 호출 없음
asked-destination-no-folders = 이 서버에는 내 폴더에 대한 접근 권한이 없습니다.
asked-destination-others = { $count ->
   *[other] 서버가 연결하려는 대상이 { $count }개 더 있습니다. 여기서 답하려면 하나를 선택하세요.
}
asked-destination-lead = 길어도 몇 초 동안만 기다린 뒤 거부됩니다. 서버가 다시 시도할 수 있으며, 지금의 답은 그때도 적용됩니다.
asked-destination-private = 이 이름은 사설 네트워크에 있습니다(주소: { $addresses }). 허용하면 서버가 이름으로도, 주소로도 그곳에 연결할 수 있습니다.
asked-destination-run = 이번 실행 동안 허용…
asked-destination-hour = 1시간 동안 허용…
asked-destination-always = 항상 허용…
asked-destination-never = 항상 거부
asked-destination-not-now = 지금은 안 함
destinations-unasked = { $count ->
   *[other] 답을 기다리는 대상이 이미 너무 많아 연결 { $count }건이 묻지 않고 거부되었습니다.
}
asked-sending-title = { $server } 서버가 오늘 보낼 수 있는 { $size }를 모두 보냈습니다
asked-sending-lead = 보낼 데이터가 더 있어 기다립니다. 답하거나 오늘이 끝날 때까지 연결은 열린 상태로 유지됩니다.
asked-sending-more = { $size } 더 보내도록 허용…
asked-sending-unlimited = 오늘은 제한 없이 허용…
asked-sending-stop = 오늘은 더 보내지 못하게 함
held-call-lead = 호출이 답을 기다립니다. 너무 오래 걸리면 앱에 다시 시도하라고 알립니다.
held-call-review = 검토…
held-call-deny-always = 거부하고 { $app } 앱에서 { $server } 서버의 { $tool } 도구 끄기

sampling-title = { $server } 서버가 모델의 답변을 요청합니다
sampling-system = 지침
sampling-system-add = 지침 추가
sampling-role-user = 사용자
sampling-role-assistant = 어시스턴트
sampling-text-of = { $role }, 메시지 { $number }
sampling-edit-label = 편집: { $what }
sampling-edit-done = 완료
sampling-edit-done-label = 편집 완료: { $what }
sampling-edit-undo = 되돌리기
sampling-edit-undo-label = 변경 되돌리기: { $what }
sampling-edited = 직접 편집함
sampling-model = 모델
sampling-model-none = 아직 모델 없음
sampling-by-hand = 직접 답변
sampling-by-hand-hint = 어떤 모델에도 묻지 않습니다. 작성한 내용이 답변으로 서버에 전달됩니다.
sampling-chosen-by-hint = 서버가 { $hint } 모델을 요청하여 선택했습니다.
sampling-stays = 이 컴퓨터를 벗어나지 않음: { $provider }.
sampling-leaves = 이 컴퓨터를 벗어남: 위의 모든 내용을 { $provider }({ $address })에 보냅니다.
sampling-no-models = 설정된 모델이 없습니다. 모델을 설정하거나 직접 답변할 때까지 요청이 기다립니다.
sampling-models-unknown = 설정한 공급자가 아직 모델을 알려 주지 않았습니다. 설정에서 확인하거나 직접 답변하세요. 요청은 기다립니다.
sampling-set-up = 설정 열기
sampling-max-tokens = 토큰 한도
sampling-temperature = 온도
sampling-temperature-own = 모델의 기본값
sampling-bad-tokens = 1에서 { $most } 사이의 정수를 입력하세요. 서버가 그보다 많이 요청하지 않았습니다.
sampling-bad-temperature = 0에서 2 사이의 숫자를 입력하세요.
sampling-wishes = 서버가 모델에 바라는 점
sampling-hints = 선호하는 모델
sampling-wish-cost = 저렴한 비용: { $weight }
sampling-wish-speed = 속도: { $weight }
sampling-wish-intelligence = 능력: { $weight }
sampling-weight-little = 중요도 낮음
sampling-weight-some = 중요도 보통
sampling-weight-much = 중요도 높음
sampling-stops-at = 멈추는 지점
sampling-context-this = 서버가 자신의 대화 맥락을 포함해 달라고 요청합니다. 아무것도 추가하지 않습니다.
sampling-context-all = 서버가 모든 서버의 맥락을 포함해 달라고 요청합니다. 아무것도 추가하지 않습니다.
sampling-tools = { $count ->
   *[other] 모델이 요청할 수 있는 도구 { $count }개
}
sampling-tools-hint = 모델은 이 중 하나를 요청하는 것으로 답할 수 있습니다. 그 요청을 어떻게 할지는 서버가 정하며, 여기서는 아무것도 호출하지 않습니다.
sampling-tools-required = 서버는 모델이 이 중 하나를 요청하기를 원합니다. 여기서는 아무것도 호출하지 않습니다.
sampling-allow-next = 다음 { $count }건도 통과시키기
sampling-allow-next-hint = 이 서버의 다음 요청들은 한도 안에서 묻지 않고 모델에 보내며, 답변도 묻지 않고 전달합니다.
sampling-send = 보내기
sampling-deny = 거부
sampling-stop = 중지
sampling-sent = 보낸 내용
sampling-answer = 답변
sampling-answer-of = { $model } 모델의 답변
sampling-stop-sequence = 서버가 지정한 지점에서 멈췄습니다.
sampling-stop-tokens = 토큰 한도에서 잘렸습니다.
sampling-stop-tool = 도구를 요청합니다.
sampling-tokens-used = 토큰 { $in }개 보냄, { $out }개 받음
sampling-write-instead = 대신 직접 답변 작성
sampling-send-again = 다시 보내기
sampling-deliver = 전달
sampling-keys-send = Ctrl+Enter는 보내기, Esc는 대기 상태로 둡니다.
sampling-keys-deliver = Ctrl+Enter는 전달, Esc는 대기 상태로 둡니다.

asking-title = 서버가 요청할 수 있는 한도
asking-lead = 각 서버가 모델의 답변을 얼마나 자주 요청하고 토큰을 얼마나 사용할 수 있는지 정합니다. 이를 넘으면 거부하고 ‘놓침’에 표시합니다.
asking-used = 이번 시간 { $requestsLimit }건 중 { $requests }건 · 오늘 토큰 { $tokensLimit }개 중 { $tokens }개
asking-change = 변경
asking-change-label = { $server } 서버의 한도 변경
asking-limits = { $server } 서버의 한도
asking-requests = 시간당 요청 수
asking-tokens = 하루 토큰 수
asking-save = 저장
asking-bad-limit = 정수를 입력하세요. 0은 모두 거부합니다.
asking-muted = 이 서버의 요청은 차단되어 있습니다. 요청을 거부하고 ‘놓침’에 표시합니다.
asking-mute = 요청 차단
asking-mute-label = { $server } 서버의 요청 차단
asking-listen = 요청 차단 해제
asking-listen-label = { $server } 서버의 요청 차단 해제
asking-allowed-next = { $count ->
   *[other] 다음 요청 { $count }건은 묻지 않고 통과합니다.
}
asking-ask-again = 다시 묻기
asking-ask-again-label = { $server } 서버의 요청을 다시 묻기

form-title = { $server } 서버가 세부 정보를 요청합니다
form-no-secrets = 이런 양식에는 비밀번호, 키, 카드 번호를 절대 입력하지 마세요. 서버는 이런 방식으로 요청해서는 안 됩니다.
form-required = 필수
form-choose = 선택…
form-no-answer = 답 없음
form-submit = 제출
form-decline = 거절
form-keys = Ctrl+Enter는 제출, Esc는 대기 상태로 둡니다.
form-problems = { $count ->
   *[other] 다시 확인해야 할 답이 { $count }개 있습니다. 아무것도 보내지 않았습니다.
}
form-format-email = 이메일 주소
form-format-uri = https://example.com과 같은 전체 주소
form-format-date = 2026-05-04와 같은 날짜
form-format-date-time = 2026-05-04T10:00:00Z와 같은 날짜 및 시각
form-format-uuid = 123e4567-e89b-12d3-a456-426614174000과 같은 UUID
form-hint-pattern = { $pattern } 형식과 일치해야 함
form-hint-length-between = { $min }~{ $max }자
form-hint-length-least = { $min }자 이상
form-hint-length-most = { $max }자 이하
form-hint-range-between = { $min }~{ $max }
form-hint-range-least = { $min } 이상
form-hint-range-most = { $max } 이하
form-hint-choices-between = { $min }~{ $max }개 선택
form-hint-choices-least = { $min }개 이상 선택
form-hint-choices-most = { $max }개까지 선택
form-problem-missing = 필수입니다.
form-problem-too-short = 너무 짧습니다. { $min }자 이상이어야 합니다.
form-problem-too-long = 너무 깁니다. { $max }자 이하여야 합니다.
form-problem-pattern = { $pattern } 형식과 일치하지 않습니다
form-problem-format = 올바른 형식이 아닙니다. 필요한 형식: { $format }.
form-problem-not-a-number = 숫자가 아닙니다.
form-problem-not-an-integer = 정수가 아닙니다.
form-problem-too-small = 너무 작습니다. { $min } 이상이어야 합니다.
form-problem-too-big = 너무 큽니다. { $max } 이하여야 합니다.
form-problem-not-above = { $above }보다 커야 합니다.
form-problem-not-below = { $below }보다 작아야 합니다.
form-problem-no-multiple = { $step }의 배수여야 합니다.
form-problem-not-an-option = 선택할 수 있는 항목이 아닙니다.
form-problem-twice-the-same = 같은 답이 두 번 있습니다.
form-problem-too-few = { $min }개 이상 선택하세요.
form-problem-too-many = { $max }개까지만 선택하세요.
form-problem-too-few-items = { $min ->
   *[other] 항목이 { $min }개 이상이어야 합니다.
}
form-problem-too-many-items = { $max ->
   *[other] 항목이 { $max }개 이하여야 합니다.
}
form-problem-unknown = 서버의 양식이 이 답을 받지 않습니다.

url-title = { $server } 서버가 웹 페이지를 열어 달라고 요청합니다
url-address = 주소
url-domain = 사이트는 { $domain }입니다.
url-reads = 화면에는 { $domain }처럼 보입니다.
url-warnings = 주소에 대한 경고
url-hint = 이 주소에서 아무것도 가져오지 않았습니다. 동의해야만 브라우저에서 열리며, 동의했다는 사실은 서버에 알립니다.
url-open = 내 브라우저에서 열기
url-keys = Ctrl+Enter는 열기, Esc는 대기 상태로 둡니다.
url-warning-punycode = 사이트 이름에 기본 영문자가 아닌 글자가 들어 있어 다른 이름처럼 보이도록 만들어졌을 수 있습니다: { $domain }.
url-warning-mixed-scripts = 사이트 이름에 여러 문자 체계가 섞여 있습니다. 다른 이름처럼 보이게 할 때 쓰는 방법입니다.
url-warning-not-https = 연결이 암호화되지 않습니다. 사용자가 보고 입력하는 내용을 네트워크의 다른 사람이 읽고 바꿀 수 있습니다.
url-warning-address = 이름이 있는 사이트가 아니라 네트워크 주소로 바로 연결됩니다.
url-warning-credentials = 주소에 이름이나 비밀번호가 적혀 있습니다. @ 앞의 내용은 사이트가 아닙니다.
url-warning-port = 흔히 쓰지 않는 포트를 사용합니다.
url-warning-unknown = 이 주소에 대해 이 버전에 설명이 없는 경고가 있습니다: { $code }.

missed-list = 놓친 요청
missed-none = 놓친 요청이 없습니다.
missed-cancelled = 답하기 전에 서버가 철회했습니다.
missed-call-ended = 이 요청을 한 호출이 끝났습니다.
missed-server-ended = 서버가 중지되었습니다.
missed-too-often = 서버가 시간당 요청 한도에 도달했습니다.
missed-over-budget = 서버가 하루 토큰 한도를 넘게 되는 요청이었습니다.
missed-muted = 이 서버의 요청을 차단했습니다.
missed-no-stand-in = 이 앱을 대신하여 Paddock이 묻도록 허용하지 않았습니다.
missed-lapsed = 제때 답하지 않아 앱에 다시 시도하라고 알렸습니다.
missed-lapsed-access = 제때 답하지 않아 접근이 거부되었습니다.
missed-again = { $count ->
   *[other] 그 뒤로 { $count }번 더 요청했습니다.
}
missed-allow-next = 다음번 허용
missed-allow-hint = 이 서버의 다음 요청은 한도 안에서 묻지 않고 보내며, 답변도 묻지 않고 전달합니다.
missed-allow-label = 다음번 허용: { $server }
missed-allowed-next = { $server } 서버의 다음 요청은 묻지 않고 통과합니다.
missed-dismiss-label = { $server } 서버의 놓친 요청 지우기

## Activity

activity-title = 활동
activity-lead = 부여하고, 알리고, 호출하고, 회수한 기록입니다.
activity-find = 경로, 서버, 앱, 세부 정보에서 찾기
activity-server = 서버
activity-all-servers = 모든 서버
activity-which-app = 앱
activity-all-apps = 모든 앱
activity-tool = 도구
activity-all-tools = 모든 도구
activity-outcome = 결과
activity-outcome-all = 모든 결과
activity-span = 기간
activity-span-all = 전체 기간
activity-span-hour = 최근 1시간
activity-span-today = 오늘
activity-span-week = 최근 7일
activity-span-month = 최근 30일
activity-kind = 표시
activity-all = 모두
activity-group-access = 접근 권한
activity-group-servers = 서버
activity-group-folders = 폴더
activity-group-calls = 도구 호출
activity-group-requests = 요청과 모델
activity-group-apps = 앱
activity-group-network = 네트워크
activity-group-app = Paddock
activity-export = JSONL 내보내기
activity-export-more = 다른 내보내기 방법
activity-export-csv = CSV 내보내기
activity-delete = 활동 삭제…
activity-day-today = 오늘, { $day }
activity-day-yesterday = 어제, { $day }
activity-exported = { $path } 파일에 저장했습니다
activity-older = 이전 기록 보기
activity-empty = 아직 기록이 없습니다.
activity-empty-filter = 일치하는 항목이 없습니다.
activity-clear-filter = 필터 지우기
activity-table = 활동 기록
activity-when = 시각
activity-what = 내용
activity-where = 서버
activity-details = 세부 정보
activity-told-none = 폴더 없음
activity-arguments = 인수
activity-person = 사용자
activity-app = Paddock
activity-by-server = 서버
activity-by-app = 앱
activity-by-app-named = { $app } 앱
activity-for-app = { $app } 앱을 위해
activity-done = 완료
activity-failed = 실패
activity-blocked = 차단됨

## What happened, one line a kind

activity-granted = 접근 권한 부여됨
activity-revoked = 접근 권한 회수됨
activity-expired = 접근 권한 만료됨
activity-run-ended = 접근 권한이 서버와 함께 끝남
activity-access-changed = 접근 수준 변경됨
activity-lifetime-changed = 기간 변경됨
activity-server-added = 서버 추가됨
activity-server-edited = 서버 편집됨
activity-server-removed = 서버 제거됨
activity-server-trusted = 명령 신뢰함
activity-trust-withdrawn = 명령의 신뢰 철회됨
activity-server-started = 서버 시작됨
activity-server-stopped = 서버 중지됨
activity-server-failed = 서버 오류 발생
activity-session-began = 앱 연결됨
activity-session-ended = 앱 연결 끊김
activity-scope-changed = 앱이 사용할 수 있는 폴더 변경됨
activity-tool-rule-changed = 도구 규칙 변경됨
activity-tools-accepted = 변경된 도구 수락됨
activity-call-allowed = 호출 허용됨
activity-call-denied = 호출이 허용되지 않음
activity-call-lapsed = 호출에 제때 답하지 않음
activity-destination-allowed = 연결 대상 허용됨
activity-destination-denied = 연결 대상 거부됨
activity-destination-revoked = 연결 대상에 대한 결정 회수됨
activity-destination-expired = 연결 대상 허용 만료됨
activity-destination-run-ended = 연결 대상 허용이 서버와 함께 끝남
activity-connected = 연결됨
activity-connection-refused = 연결 거부됨
activity-connection-cut = 연결 끊음
activity-roots-told = 폴더를 알림
activity-folder-gone = 폴더가 없어짐
activity-folder-back = 폴더가 돌아옴
activity-folder-replaced = 폴더가 바뀜
activity-tool-called = 도구 호출됨
activity-resource-read = 리소스 읽음
activity-prompt-filled = 프롬프트 채움
activity-grant-failed = 접근 권한 부여 실패
activity-attempt-denied = 허용 범위 밖 접근 거부됨
activity-confinement-changed = 보호 변경됨
activity-lifecycle-changed = 시작 및 중지 설정 변경됨
activity-limits-changed = 한도 변경됨
activity-sending-held = 보내는 양의 한도에 도달함
activity-sending-allowed = 오늘 더 보내도록 허용됨
activity-sending-stopped = 오늘 보내기 중지됨
activity-stand-in-changed = 앱 대신 묻기 설정 변경됨
activity-asking-changed = 요청 한도 변경됨
activity-provider-added = 공급자 추가됨
activity-provider-edited = 공급자 편집됨
activity-provider-allowed = 공급자 허용됨
activity-provider-removed = 공급자 제거됨
activity-proven = 보호 증명됨
activity-proof-failed = 보호가 지켜지지 않음
activity-activity-deleted = 활동 삭제됨
activity-retention-changed = 활동 보관 설정 변경됨
activity-sampling-sent = 모델에 요청 보냄
activity-sampling-delivered = 답변 전달됨
activity-sampling-denied = 모델 요청 거부됨
activity-sampling-automatic = 묻지 않고 답변함
activity-elicitation-answered = 양식에 답함
activity-elicitation-declined = 질문 거절됨
activity-url-visited = 주소 방문함
activity-request-missed = 요청 놓침
activity-paused = 서버 일시 중지됨
activity-resumed = 서버 재개됨
activity-app-paused = 앱 일시 중지됨
activity-app-resumed = 앱 재개됨
activity-session-narrowed = 세션 하나에서 폴더를 뺌
activity-started = Paddock 시작됨
activity-fact-for-this-run = 서버가 실행되는 동안
activity-fact-for-a-time = 일정 시간 동안
activity-fact-always = 회수할 때까지
activity-fact-every-destination = 모든 연결 대상
activity-fact-any-bytes-a-day = 하루 전송 제한 없음
activity-fact-bytes-a-day = 하루 최대 { $size } 전송
activity-fact-bytes-today = 오늘 { $size }
activity-fact-no-limit-today = 오늘은 제한 없음
activity-fact-nothing-more-today = 오늘은 더 이상 보내지 않음
activity-fact-processes = { $number ->
   *[other] 프로세스 { $number }개
}
activity-fact-any-memory = 메모리 제한 없음
activity-fact-memory = 메모리 { $number }MiB
activity-fact-restarts-on-failure = 오류가 나면 다시 시작
activity-fact-never-restarts = 다시 시작하지 않음
activity-fact-always-restarts = 항상 다시 시작
activity-fact-pinged = { $number ->
   *[other] { $number }초마다 핑
}
activity-fact-on-demand = 필요할 때 시작
activity-fact-stops-when-idle = { $number ->
   *[other] { $number }분 동안 쓰지 않으면 중지
}
activity-fact-requests-an-hour = { $number ->
   *[other] 시간당 요청 { $number }개
}
activity-fact-tokens-a-day = { $number ->
   *[other] 하루 토큰 { $number }개
}
activity-fact-muted = 음소거됨
activity-fact-all-folders = 모든 폴더
activity-fact-where-the-app-works = 앱이 작업하는 곳만
activity-fact-all-revoked = 모든 접근 권한이 회수됨
activity-fact-open = { $number }개 열림
activity-fact-blocked = { $number }개 차단됨
activity-fact-days = { $number ->
   *[other] { $number }일 동안 보관
}
activity-fact-megabytes = 최대 { $number }MB
activity-fact-with-paths = 경로 포함
activity-fact-without-paths = 경로 제외
activity-fact-with-arguments = 인수 포함
activity-fact-without-arguments = 인수 제외
activity-fact-by-hand = 직접 답함
activity-fact-rule-allowed = { $name }: 허용
activity-fact-rule-ask = { $name }: 먼저 묻기
activity-fact-rule-off = { $name }: 끔
activity-fact-no-rule = { $name }: 자체 규칙 없음
activity-fact-for-app = { $name }용
activity-fact-asked-in-its-place = { $name } 앱 대신 물음
activity-fact-not-asked-in-its-place = { $name } 앱 대신 묻지 않음
activity-fact-changed-tools-wait = 변경된 도구의 호출은 답을 기다림
activity-fact-changed-tools-not-held = 변경된 도구의 호출은 기다리지 않음
activity-fact-enforced = 강제 적용
activity-fact-not-enforced = 강제 적용 안 함
activity-fact-network-off = 네트워크 끔
activity-fact-network-asks = 네트워크 먼저 묻기
activity-fact-network-open = 네트워크 제한 없음
activity-fact-asks-first = 처음 접근할 때 답을 기다림
activity-fact-leaks = { $name }에 접근함
activity-fact-taken-back = 서버가 취소함
activity-fact-call-ended = 호출이 끝남
activity-fact-server-ended = 서버가 종료됨
activity-fact-too-often = 너무 자주 요청함
activity-fact-over-budget = 한도를 모두 씀
activity-fact-no-stand-in = 앱 대신 묻는 것이 허용되지 않음
activity-fact-tokens = { $number ->
   *[other] 토큰 { $number }개
}

## Settings

settings-title = 설정
settings-window = 창
settings-start-at-login = 로그인할 때 Paddock 시작
settings-start-hint = 서버도 백그라운드에서 함께 시작합니다.
settings-close-to-tray = 창을 닫아도 트레이에서 계속 실행
settings-close-hint = 서버는 계속 실행됩니다. 종료하려면 트레이나 아래의 종료를 사용하세요.
settings-no-tray = 이 데스크톱에는 트레이가 없어 창을 닫으면 Paddock이 종료됩니다.
settings-theme = 모양
settings-theme-system = 시스템과 같게
settings-theme-light = 밝게
settings-theme-dark = 어둡게
settings-notify = 알림
settings-notify-hint = 경계가 지켜지지 않았거나 다른 프로그램이 동의를 요청할 때는 항상 알립니다.
settings-notify-all = 모두
settings-notify-requests = 요청만
settings-notify-none = 없음
settings-lifetime = 권한의 기본 기간
settings-lifetime-hint = 질문할 때 미리 선택되어 있습니다. 질문은 매번 합니다.
settings-at-quit = Paddock을 종료할 때
settings-at-quit-ask = 묻기
settings-at-quit-stop = 모든 서버 중지
settings-at-quit-keep = 서버 계속 실행
settings-keep-hint = 계속 실행되는 서버는 AI 앱이 계속 사용할 수 있습니다. 서버를 보거나 중지하려면 Paddock을 다시 여세요.
settings-consent = 동의
settings-terminal-consent = 터미널에서의 동의 허용
settings-terminal-hint = 허용하지 않으면 Paddock 창에서만 서버가 할 수 있는 일을 넓힐 수 있습니다. 이 설정을 켜려면 동의가 필요합니다.
settings-secrets = 비밀 정보
settings-activity = 활동
settings-keep-days = 보관 기간
settings-keep-days-value = { $days ->
   *[other] { $days }일
}
settings-keep-size = 최대 크기
settings-keep-size-value = { $megabytes }MB
settings-keep-paths = 호출에 적힌 경로 기록
settings-keep-paths-hint = 접근 권한을 부여한 폴더 안의 경로만 기록합니다.
settings-keep-arguments = 도구를 호출한 인수 기록
settings-keep-arguments-hint = 모든 호출의 인수를 알려진 비밀 정보를 빼고 4,000바이트까지 기록합니다. 파일 내용이 들어 있을 수 있습니다.
settings-activity-hint = 오래된 기록부터 삭제합니다. 더 적게 보관하거나 기록을 삭제하는 변경은 동의를 기다립니다.
settings-keyring-only = 비밀 정보가 키링에 있을 때만 서버 시작
settings-keyring-only-hint = 이 설정을 끄면 키링이 받지 않는 비밀 정보를 사용자 계정만 읽을 수 있는 Paddock 자체 파일(모드 0600)에 보관합니다.
settings-secrets-in-file =
    { $count ->
       *[other] 비밀 정보 { $count }개가 키링이 아니라 Paddock 자체 파일에 있습니다.
    }
settings-secrets-try = 키링으로 이동
settings-quit-title = 종료
settings-quit = Paddock 종료
settings-quit-asks = 서버를 계속 실행하면 AI 앱이 서버를 계속 사용할 수 있습니다. 어느 쪽을 선택해도 접근 권한은 그대로 남습니다.
settings-quit-hint = 모든 서버가 중지됩니다. 회수할 때까지 유지되는 접근 권한은 그대로 남습니다.
settings-quit-keeps = 창과 트레이가 사라집니다. 서버는 계속 실행되고 접근 권한도 유지됩니다.
about-title = 정보
about-version = Paddock { $version }
about-licence = 자유 소프트웨어입니다. MIT 라이선스와 Apache 라이선스 2.0 중에서 선택할 수 있습니다. 어떠한 보증도 제공하지 않습니다.
about-others = 사용된 라이브러리에는 각각의 라이선스가 있습니다.
about-libraries = 라이브러리 라이선스
settings-language = 언어
settings-language-label = Paddock의 언어
settings-language-account = 컴퓨터 설정과 동일({ $language })
language-de = Deutsch
language-en = English
language-ko = 한국어
language-zh-cn = 简体中文
settings-keys = 키보드
settings-keys-show = 단축키 보기

keys-title = 키보드 단축키
keys-screens = 접근 권한, 서버, 앱, 요청, 활동, 설정
keys-add = 폴더 추가
keys-find = 이 화면에서 찾기
keys-zoom = 확대, 축소, 기본 크기
keys-help = 이 목록
keys-allow = 읽고 있는 질문에서 허용, 보내기 또는 제출
keys-later = 질문을 대기 상태로 두기, 패널 닫기
keys-grid = 표에서 이동
keys-stage = 표에서 읽기 전용으로 바꾸거나 쓰기 요청
keys-revoke = 표에서 회수
key-control = Ctrl
key-enter = Enter
key-delete = Delete

## Models: where the answers that servers ask for come from

models-title = 모델
models-lead = 서버는 모델의 답변을 요청할 수 있습니다. 어떤 모델을 사용할지 직접 정하고, 모든 요청을 보내기 전에 확인합니다.
models-none = 설정된 모델이 없습니다. 모델이 생기거나 직접 답변할 때까지 모델의 답변 요청은 기다립니다.
models-list = 공급자
models-add = 공급자 추가
models-title-add = 공급자 추가
models-preset = 시작 템플릿
models-preset-own = 기타
models-local = 이 컴퓨터에서 실행
models-remote = 이 컴퓨터를 벗어남
models-leaves = 보내는 모든 요청의 텍스트, 그림, 소리는 이 주소로만 전달되며 다른 곳으로는 가지 않습니다.
models-count = { $count ->
    [0] 모델 없음
   *[other] 모델 { $count }개
}
models-unknown = 모델을 아직 불러오지 않음
models-asking = 모델을 불러오는 중…
models-not-allowed = 사용 안 함: 주소를 허용하지 않음
models-allow = 허용…
models-allow-label = { $provider } 허용…
models-key-none = 키 없음
models-key-kept = 키가 키링에 있음
models-key-until-quit = 종료할 때까지 키 보관
models-preferred-is = 선호 모델: { $model }
models-check = 확인
models-check-label = { $provider } 확인
models-edit = 편집
models-edit-label = { $provider } 편집
models-remove = 제거
models-remove-label = { $provider } 제거
models-remove-ask = { $provider } 공급자를 제거하고 키를 삭제하시겠습니까?
models-remove-keep = 유지
models-name = 이름
models-api = API
models-api-open-ai = OpenAI 및 호환
models-api-anthropic = Anthropic
models-url = 주소
models-url-hint = 기본 주소입니다. 예: http://127.0.0.1:11434/v1
models-key = 키
models-key-new-hint = 선택 사항입니다. 데스크톱의 키링에 넣으며, 키링이 없으면 종료할 때까지만 보관합니다. 다시 표시되지 않습니다.
models-key-edit-hint = 그대로 두려면 비워 두세요. 키는 표시되지 않습니다.
models-key-again-hint = 주소가 바뀌어 기존 키를 유지하지 않습니다. 다시 입력하거나 제거하세요.
models-key-remove = 키 제거
models-preferred = 선호 모델
models-preferred-none = 없음: 알맞은 첫 번째 모델 사용
models-preferred-hint = 서버가 사용 가능한 모델을 지정하지 않았을 때 사용합니다.
models-save = 저장
models-add-save = 추가

## What is enforced on this computer

system-title = 이 컴퓨터에서 강제 적용되는 것
system-unknown = 이 컴퓨터에서 무엇을 강제 적용할 수 있는지 확인하는 중…
system-way = 방법
system-here = 이 컴퓨터에서
tier-live = 서버 실행 중에 폴더를 추가하고 뺄 수 있습니다.
tier-restarts = 변경하면 서버가 다시 시작됩니다.
tier-works = 작동함
tier-best = 사용 중
tier-fails = 작동하지 않음
tier-lacks = 부족한 요소: { $what }
system-held-end = 폴더를 회수하면, 그 폴더를 열어 둔 서버도 즉시 사용할 수 없게 됩니다.
system-held-stay = 폴더를 회수해도, 그 폴더를 열어 둔 서버는 다시 시작될 때까지 계속 사용할 수 있습니다.
system-network = 서버 하나의 네트워크만 끌 수 있습니다.
system-no-network = 서버 하나의 네트워크만 끌 수 없습니다.
system-destinations = 서버를 허용한 연결 대상으로 제한할 수 있습니다.
system-no-destinations = 서버를 특정 연결 대상으로 제한할 수 없습니다. ‘먼저 묻기’로 설정한 서버는 네트워크가 꺼집니다.
system-sockets-kept = X11, D-Bus처럼 다른 프로그램이 경로 없이 제공하는 소켓에는 접근할 수 없습니다.
system-sockets-open = 서버의 네트워크가 켜져 있는 동안에는 X11, D-Bus처럼 다른 프로그램이 경로 없이 제공하는 소켓에 접근할 수 있습니다. 이를 통해 사용자의 무엇에든 접근할 가능성이 있습니다. 네트워크를 끄거나 Linux 6.12 이상을 사용하세요.
system-processes = 실시간 마운트를 사용하거나 시스템이 Paddock에 컨트롤 그룹을 제공하는 경우, 서버가 가질 수 있는 프로세스와 스레드의 수는 서버의 설정에 따라 제한됩니다. 메모리가 바닥나면 시스템이 사용자의 다른 프로그램보다 서버를 먼저 종료합니다.
system-no-processes = 서버가 시작하는 프로세스의 수는 제한되지 않습니다. 메모리가 바닥나면 시스템이 사용자의 다른 프로그램보다 서버를 먼저 종료합니다.
system-memory-together = 서버의 메모리 한도는 컨트롤 그룹(cgroup)을 통해 서버의 모든 프로세스를 합쳐 적용됩니다.
system-memory-each = 서버의 메모리 한도는 서버의 프로세스마다 따로 적용됩니다.
system-attempts = 서버가 무엇을 시도하는지 볼 수 있으며, 폴더가 실시간으로 바뀌는 방법에서는 답할 때까지 보류할 수 있습니다.
system-no-attempts = 서버가 무엇을 시도하는지 볼 수 없습니다.
system-proxy = ‘먼저 묻기’로 설정된 서버는 프록시 { $address }를 통해 공개된 연결 대상에 연결합니다.
system-proxy-unusable = 프록시를 사용할 수 없습니다. Paddock은 HTTP와 SOCKS 5 프록시를 사용할 수 있습니다. HTTPS_PROXY나 ALL_PROXY에 그런 프록시를 지정할 때까지 ‘먼저 묻기’로 설정된 서버는 공개된 어떤 곳에도 연결할 수 없습니다.

facility-user-namespace = 일반 계정이 만들 수 있는 네임스페이스. 시스템 관리자가 허용할 수 있습니다.
facility-mount-namespace = 마운트 네임스페이스. 커널의 일부입니다.
facility-pid-namespace = 프로세스 네임스페이스. 커널의 일부입니다.
facility-network-namespace = 네트워크 네임스페이스. 커널의 일부입니다.
facility-mount = 네임스페이스 안의 마운트. AppArmor나 컨테이너 등 이 시스템의 무언가가 금지합니다.
facility-landlock = 이 커널의 Landlock. Linux 5.13부터 포함되며 컴퓨터를 시작할 때 켤 수 있습니다.
facility-seccomp = 이 커널의 seccomp 필터.
facility-system = 이 버전의 Paddock에서 이 시스템에 대한 지원.

## What was tried when a boundary was proven

passages-title = 네트워크
passage-ipv4 = 인터넷의 주소에 연결
passage-ipv6 = 인터넷의 IPv6 주소에 연결
passage-closed-port = 아무것도 허용되지 않은 포트로 연결
passage-datagram = UDP처럼 TCP를 거치지 않고 전송
passage-question = 이름의 주소 문의
passage-interface = 다른 네트워크 장치 사용
passage-allowed-name = 허용된 이름 찾기
passage-other-name = 허용되지 않은 이름 찾기
arrival-paddock = Paddock에 도달하며, Paddock이 결정함
arrival-nowhere = 어디에도 도달하지 않음
arrival-elsewhere = 이 컴퓨터 밖으로 나갈 수 있음
arrival-answered = 찾음
arrival-no-name = 그런 이름 없음
arrival-none = 다른 장치 없음
prove-inside-read = 권한이 있는 폴더에서 읽기
prove-inside-write = 권한이 있는 폴더에 쓰기
prove-read-only-write = 읽기 전용 폴더에 쓰기
prove-guarded-write = 다른 프로그램이 실행하는 파일에 쓰기
prove-outside = 허용된 폴더 밖 읽기
prove-sibling = 폴더 옆에 있는 항목 나열
prove-link-out = 밖으로 이어지는 링크 따라가기
prove-kept-out = 사용자 또는 Paddock의 비공개 데이터에 접근
prove-after-revoke = 회수한 폴더 읽기

## Tray

tray-status-active = { $grants ->
   *[other] 접근 권한 { $grants }개
}, { $servers ->
   *[other] 서버 { $servers }개 실행 중
}
tray-status-unenforced = { $grants ->
    [0] 폴더 접근 권한 없음
   *[other] 접근 권한 { $grants }개
}, { $servers ->
   *[other] 강제 적용되지 않는 서버 { $servers }개
}
tray-unenforced = { $server } → 사용자가 읽을 수 있는 모든 것, 강제 적용 안 됨
tray-stop = 중지
tray-apps = 앱({ $count })
tray-destinations = 연결 대상({ $count })
tray-destination = { $lifetime ->
    [until] { $destination } → { $server }, { $time }까지
   *[open] { $destination } → { $server }
}
tray-session = { $place ->
    [folder] { $kept ->
        [no] { $app } → { $server }, { $folder }, 강제 적용 안 됨
       *[yes] { $app } → { $server }, { $folder }
    }
   *[nowhere] { $kept ->
        [no] { $app } → { $server }, 강제 적용 안 됨
       *[yes] { $app } → { $server }
    }
}
tray-session-take = { $folder } 빼기, { tray-access }
tray-session-end = 종료
tray-status-paused = 모든 서버가 일시 중지됨
tray-none = 폴더 접근 권한 없음
tray-grant = { $lifetime ->
    [until] { $folder } → { $server }, { tray-access }, { $time }까지
   *[open] { $folder } → { $server }, { tray-access }
}
tray-access = { $access ->
    [read] 읽기
    [write-guarded] 쓰기(실행되는 파일 제외)
    [write-commits] 쓰기 및 커밋
   *[read-write] 전체 쓰기
}
tray-extend-hour = 지금부터 1시간으로 연장…
tray-make-read-only = 읽기 전용으로 변경
tray-revoke = 회수
tray-revoke-all = 모든 접근 권한 회수
tray-revoke-all-connects = 모든 접근 권한과 연결 대상 { $count }개 회수
tray-pause = 모든 서버 일시 중지
tray-pause-15 = 15분 동안
tray-pause-until-resumed = 재개할 때까지
tray-resume = 서버 재개…
tray-resume-app = { $app } 앱 재개…
tray-open = Paddock 열기
tray-quit = 종료하고 모든 서버 중지
tray-quit-keep = 종료하고 서버는 계속 실행
tray-quit-only = 종료
tray-status-no-host = Paddock의 백그라운드 서비스가 중지됨
tray-try-again = 다시 시도
tray-consents = { $count ->
   *[other] 동의를 기다리는 항목 { $count }건…
}
tray-requests = { $count ->
   *[other] 답을 기다리는 요청 { $count }건…
}
tray-more = { $count ->
   *[other] { $count }개 더…
}

## Dialogs of the desktop: what they are called

dialog-folder = 접근 권한을 부여할 폴더 선택
dialog-workspace = 폴더 접근 권한을 부여할 작업 영역 파일 선택
dialog-workspace-files = 작업 영역 파일
dialog-server = 추가할 번들 또는 server.json 선택
dialog-path-folder = 서버에 쓸 폴더 선택
dialog-path-file = 서버에 쓸 파일 선택
dialog-activity = 활동 내보내기

## Notifications: no full paths and no secrets in them

notify-expiring = { $server } 서버의 { $folder } 폴더 접근 권한이 5분 후에 끝납니다.
notify-ended = { $server } 서버의 { $folder } 폴더 접근 권한이 끝났습니다.
notify-server-failed = { $server } 서버에 오류가 발생하여 중지되었습니다.
notify-command-changed = { $server } 서버의 명령이 변경되었습니다. 신뢰하기 전까지 중지된 상태로 유지됩니다.
notify-asks = { $server } 서버가 { $folder } 폴더를 사용하려고 답을 기다립니다.
notify-requests = { $count ->
   *[other] { $server } 서버가 { $count }건을 요청하고 답을 기다립니다.
}
notify-consent = { $program } 프로그램이 더 많은 접근 권한을 요청합니다. Paddock이 동의를 기다립니다.
notify-requests-of-app = { $count ->
   *[other] { $app } 앱이 사용하는 { $server } 서버가 { $count }건을 요청하고 답을 기다립니다.
}
notify-call-waits = { $app } 앱이 { $server } 서버의 { $tool } 도구를 호출하려고 답을 기다립니다.
notify-sending = { $server } 서버가 오늘 보낼 수 있는 { $size }를 모두 보내고 답을 기다립니다.
notify-destination = { $server } 서버가 { $destination }에 연결하려고 답을 기다립니다.
notify-place = { $app } 앱이 { $folder } 폴더에서 작업하지만 { $server } 서버는 이 폴더를 사용할 수 없습니다. Paddock에서 결정할 수 있습니다.
notify-host-lost = Paddock의 백그라운드 서비스가 중지되었으며 모든 서버도 함께 중지되었습니다.
notify-open = 열기
notify-revoke = 회수
notify-deny = 거부
notify-leaked = { $server } 서버의 보호가 지켜지지 않아 서버를 중지했습니다.
notify-folder-gone = { $folder } 폴더가 없습니다. 접근이 정지되었습니다.
notify-folder-back = { $folder } 폴더가 돌아왔습니다. 접근이 다시 허용됩니다.
notify-folder-replaced = 지금 { $folder } 위치에 다른 폴더가 있습니다. 접근이 정지되었습니다.

## Warnings about a picked folder

warning-contains-own-data = 이 안에 Paddock의 데이터가 있어서, 제한이 강제되는 서버는 이 폴더에 접근할 수 없습니다. 대신 서버에 필요한 하위 폴더에 권한을 부여하세요. 제한이 강제되지 않는 서버는 부여한 접근 권한을 바꿀 수 있습니다.
warning-own-data = Paddock의 데이터가 있는 폴더이므로 어떤 서버에도 접근 권한을 부여할 수 없습니다.
warning-root-of-disk = 디스크 전체의 루트입니다. 모든 계정의 모든 파일이 포함됩니다.
warning-home = 사용자의 홈 폴더입니다. 키, 메일, 브라우저 데이터를 비롯해 사용자의 모든 것이 들어 있습니다.
warning-whole-drive = 드라이브 전체입니다.
warning-secrets-folder = { $subject } 위치에는 키와 비밀번호가 보관됩니다.
warning-cloud-credentials = { $subject } 위치에는 클라우드 계정의 자격 증명이 있습니다.
warning-browser-profile = 브라우저가 비밀번호, 쿠키, 방문 기록을 보관하는 곳입니다.
warning-client-config = { $subject } 위치는 AI 클라이언트의 구성입니다. 여기에 쓸 수 있는 서버는 그 클라이언트가 무엇을 실행할지 정할 수 있습니다.
warning-on-path = 이 폴더에서 프로그램이 실행됩니다. 여기에 쓸 수 있는 서버는 이 컴퓨터에서 무엇이 실행될지 정할 수 있습니다.
warning-network-share = 네트워크 공유에 있는 폴더입니다. 다른 사람도 보고 변경할 수 있습니다.
warning-synced-folder = { $subject } 서비스가 이 폴더를 동기화합니다. 변경 내용이 다른 기기와 클라우드에도 전달됩니다.
warning-git-hooks = Git 저장소입니다. 쓰기 권한이 있는 서버는 다음 커밋 때 명령을 실행하는 후크를 추가할 수 있습니다.
warning-not-all-guarded = 이 폴더는 전부 살펴보기에는 너무 큽니다. 후크나 Git 설정이 실행하는 깊숙한 곳의 스크립트는 보호되지 않을 수 있습니다.
warning-all-guarded = 이 폴더에 있는 것은 사용자의 도구가 실행하므로, 이 접근 권한으로는 서버가 읽기만 할 수 있고 아무것도 쓸 수 없습니다. 여기에 쓰게 하려면 ‘전체 쓰기’를 선택하세요.
warning-likely-secrets = 안에 비밀 정보로 보이는 것이 있습니다: { $subject }.
warning-large = 큰 폴더입니다. 바로 아래에 있는 파일과 폴더가 { $subject }개 이상입니다.
warning-inside-granted = 이미 접근 권한을 부여한 { $subject } 안에 있습니다.
warning-inside-program = { $subject } 서버 프로그램의 일부입니다. 여기에 쓸 수 있는 서버는 그 서버의 동작을 정할 수 있습니다.
warning-holds-program = { $subject } 서버의 프로그램이 들어 있습니다. 여기에 쓸 수 있는 서버도 그 프로그램은 변경할 수 없습니다.
warning-contains-granted = 이미 접근 권한을 부여한 { $subject } 폴더가 들어 있습니다.
warning-same-folder = 같은 폴더에 이미 접근 권한을 부여했습니다: { $subject }.
warning-symlink = 심볼릭 링크로 선택했습니다. 접근 권한은 여기에 표시된 폴더에 부여됩니다.

warning-unknown = 이 폴더에 대해 이 버전에 설명이 없는 경고가 있습니다: { $code }.

## Errors: what happened, what it means, what to do

hint-node = node, npm, npx는 Node.js에 포함되어 있습니다. nodejs.org에서 받거나 시스템의 패키지 관리자로 설치하세요.
hint-uv = uvx는 uv에 포함되어 있습니다. docs.astral.sh/uv의 안내에 따라 설치하세요.
hint-python = 많은 시스템에서 Python의 이름은 python이 아니라 python3입니다. 시스템에 있는 이름을 사용하거나, python.org 또는 시스템의 패키지 관리자로 Python을 설치하세요.
hint-docker = docker는 Docker에 포함되어 있습니다. docs.docker.com의 안내에 따라 설치하세요.
hint-podman = podman은 Podman에 포함되어 있습니다. podman.io의 안내에 따르거나 시스템의 패키지 관리자로 설치하세요.
hint-bun = bunx는 Bun에 포함되어 있습니다. bun.com의 안내에 따라 설치하세요.
hint-deno = deno는 Deno에 포함되어 있습니다. deno.com의 안내에 따라 설치하세요.
hint-java = java는 OpenJDK 같은 Java 런타임에 포함되어 있습니다. adoptium.net에서 받거나 시스템의 패키지 관리자로 설치하세요.
hint-version-manager = pyenv, asdf, nvm, mise 같은 버전 관리자에 실행할 프로그램 버전이 없는 것 같습니다. 버전 관리자로 버전을 설치하고 지정하거나, 프로그램의 절대 경로를 지정하세요.
hint-arguments = 서버가 인수를 받아들이지 않는 것 같습니다. 인수를 확인하세요.
hint-browser-sandbox = 브라우저가 자체 샌드박스를 만들려는 것 같지만 여기서는 만들 수 없습니다. 서버가 브라우저를 --no-sandbox로 시작하게 하세요. 어차피 Paddock의 샌드박스가 가두고 있습니다.
hint-browser-landlock = 브라우저를 시작할 수 없는 것 같습니다. Landlock만으로 제한된 서버는 Chromium에 필요한 Unix 소켓을 만들 수 없습니다.

error-storage-failed = 변경을 저장하지 못했습니다: { $reason }. 변경은 적용되지 않았습니다. 다시 시도하고, 계속되면 디스크를 확인하세요.
error-storage-full = 디스크가 가득 차서 변경하지 못했습니다. 공간을 확보한 뒤 다시 시도하세요.
error-storage-read-only = Paddock의 데이터 폴더가 읽기 전용이어서 변경하지 못했습니다. 폴더를 쓸 수 있게 한 뒤 다시 시도하세요.
error-storage-busy = 다른 Paddock이 데이터를 사용하고 있어 변경하지 못했습니다. 다른 Paddock을 닫고 다시 시도하세요.
error-storage-hangs = Paddock의 데이터가 있는 디스크가 응답하지 않아 변경하지 못했습니다. 디스크를 확인하고 다시 시도하세요.
error-overtaken = 이 작업이 끝나기 전에 이후의 다른 작업으로 되돌려졌습니다. 여전히 원하면 다시 하세요.
error-storage-damaged = Paddock의 데이터가 손상되어 읽지 못했습니다. 손상된 데이터를 { $kept } 이름으로 따로 보관하고, 접근 권한이 없는 상태로 Paddock을 시작했습니다. 필요한 권한을 다시 부여하세요.
error-storage-newer = 더 새로운 버전의 Paddock이 저장한 데이터여서 이 버전은 건드리지 않습니다. 새 버전을 설치하세요.
error-revoke-not-saved = 저장하지 못했습니다. 회수했거나 일시 중지한 것이 다시 시작한 뒤 되살아날 수 있습니다. 디스크 공간을 확보하거나 데이터 폴더를 쓸 수 있게 한 뒤 다시 하세요.
error-program-not-found = { $program } 프로그램을 찾지 못해 서버를 시작할 수 없습니다. 찾아본 곳: { $looked }. 프로그램을 설치하거나 절대 경로를 지정하세요.
error-program-not-executable = { $path } 파일에 실행 권한이 없어 서버를 시작할 수 없습니다. 실행할 수 있게 하거나 다른 프로그램을 선택하세요.
error-bad-cwd = { $cwd } 위치는 열 수 있는 폴더가 아니어서 서버를 시작할 수 없습니다. 시작 폴더를 변경하세요.
error-server-exited = 서버가 종료되었습니다(코드 { $code }). 명령과 인수를 확인한 뒤 다시 시작하세요. 마지막 출력: { $stderr }
error-server-exits-at-start = 서버가 시작하자마자 두 번 종료되어(코드 { $code }) Paddock이 더 이상 다시 시작하지 않습니다. 명령을 확인한 뒤 시작하세요. 마지막 출력: { $stderr }
error-server-killed = 서버가 신호 { $signal }에 의해 종료되었습니다. 시스템이나 다른 프로그램이 종료한 것입니다. 로그를 확인한 뒤 다시 시작하세요.
error-server-killed-at-start = 서버가 시작하자마자 신호 { $signal }에 의해 두 번 종료되어 더 이상 자동으로 시작하지 않습니다. 로그를 확인한 뒤 다시 시작하세요.
error-server-out-of-memory = 서버가 메모리 한도({ $limit })를 넘어 시스템이 서버를 종료했습니다. 메모리가 더 필요하면 서버의 설정에서 한도를 높인 뒤 다시 시작하세요.
error-server-short-of-memory = 서버가 종료되었으며, 메모리가 부족했을 수 있습니다. 프로세스마다 메모리 한도({ $limit })가 있고, 서버의 마지막 출력에 메모리에 관한 말이 있습니다. 메모리가 더 필요하면 서버의 설정에서 한도를 높이세요. 마지막 출력: { $stderr }
error-crash-loop = 서버가 { $seconds }초 안에 { $count }번 종료되어 더 이상 다시 시작하지 않습니다. 로그를 확인한 뒤 다시 시작하세요.
error-initialize-timeout = 서버가 시작한 뒤 제때 응답하지 않아 중지했습니다. 로그를 확인한 뒤 다시 시작하세요.
error-unsupported-revision = 서버가 Paddock이 지원하지 않는 MCP 버전({ $revision })을 사용하여 중지했습니다. 서버나 Paddock을 업데이트하세요.
error-protocol = 서버가 MCP 규칙을 어겼습니다: { $reason }. 연결을 닫았습니다. 서버를 다시 시작하고, 계속되면 서버 제작자에게 알리세요.
error-call-failed = 호출하지 못했습니다: { $reason }. 인수를 확인하고 다시 시도하세요.
error-call-timeout = 도구가 제때 응답하지 않아 호출을 취소했습니다. 다시 시도하거나 서버를 다시 시작하세요.
error-call-cancelled = 호출이 취소되었습니다.
error-server-not-running = 서버가 실행 중이 아니어서 아무것도 요청하지 않았습니다. 서버를 시작하고 다시 시도하세요.
error-call-cut = 서버가 응답하기 전에 종료되거나 다시 시작되었습니다. 호출이 실행되었는지는 알 수 없습니다. 다시 호출하기 전에 확인하세요.
error-no-such-server = Paddock에 이름이 { $name }인 서버가 없습니다. 앱 구성의 이름을 Paddock의 목록과 비교하세요.
error-session-ends = 앱의 표준 입력과 출력을 사용할 수 없습니다: { $reason }. 앱을 위해 서버를 시작하지 않았습니다. AI 앱이 하는 것처럼 이 프로그램을 파이프로 시작하세요.
error-session-ended = Paddock에서 서버와의 세션을 종료했습니다. 필요하면 앱에서 다시 시작하세요.
error-session-unlike = 서버가 다시 시작되면서 다른 버전의 프로토콜을 사용하여 세션을 종료했습니다. 앱에서 다시 시작하세요.
error-unknown-server = 그 서버는 더 이상 없습니다. 그사이에 제거되었습니다.
error-unknown-session = 그 앱의 세션은 이미 끝나서 종료할 것이 없었습니다.
error-unknown-grant = 그 접근 권한은 더 이상 없습니다. 그사이에 끝났습니다.
error-bad-destination = { $reason ->
    [empty] 연결 대상을 적지 않아 아무것도 변경하지 않았습니다. api.example.com과 같은 이름을 적으세요.
    [too-long] 인터넷 이름으로는 너무 길어 아무것도 변경하지 않았습니다. 더 짧은 이름을 적으세요.
    [characters] 이름에는 문자, 숫자, 하이픈, 점만 쓸 수 있어 아무것도 변경하지 않았습니다. 수정하세요.
    [odd-address] 흔하지 않은 방식으로 적은 주소여서 아무것도 변경하지 않았습니다. 192.0.2.7과 같이 적으세요.
    [page] 페이지의 주소여서 아무것도 변경하지 않았습니다. 그 안의 이름만 적으세요. 예: api.example.com
    [port] 포트가 1에서 65535 사이의 숫자가 아니어서 아무것도 변경하지 않았습니다. 수정하거나, 80과 443을 뜻한다면 생략하세요.
    [no-port] 이 컴퓨터의 프로그램에는 포트가 필요하므로 아무것도 변경하지 않았습니다. localhost:5432와 같이 적으세요.
    [range] 주소 범위가 아니어서 아무것도 변경하지 않았습니다. 10.0.0.0/8과 같이 적으세요. 0으로 끝나며, 숫자는 몇 비트까지 비교하는지를 나타냅니다.
    [star] 별표는 혼자 쓰거나 *.example.com처럼 두 부분 이상인 이름 앞에 써야 하므로 아무것도 변경하지 않았습니다. 수정하세요.
    [nowhere] 이 주소로는 연결할 수 있는 곳이 없어 아무것도 변경하지 않았습니다. 다른 주소를 적으세요.
    [of-names] 33.250.0.0부터 33.251.255.255까지의 주소는 서버 안에서 이름을 대신합니다. 이 주소로는 연결할 수 있는 곳이 없어 아무것도 변경하지 않았습니다. 이름이나 다른 주소를 적으세요.
   *[other] 연결 대상이 아니어서 아무것도 변경하지 않았습니다. api.example.com과 같은 이름을 적으세요.
}
error-unknown-destination = 그 연결 대상은 더 이상 목록에 없습니다. 그사이에 결정되었거나 만료되었습니다.
error-too-many-destinations = 이 서버의 연결 대상이 최대 개수에 도달하여 아무것도 추가하지 않았습니다. 먼저 하나를 회수하세요.
error-unknown-pick = 그 질문은 더 이상 열려 있지 않습니다. 폴더를 다시 선택하세요.
error-grant-refused = 함께 표시된 이유로 이 폴더에는 접근 권한을 부여할 수 없습니다. 다른 폴더를 선택하세요.
error-name-not-typed = 입력한 내용이 폴더 이름과 달라 접근 권한을 부여하지 않았습니다. 표시된 이름을 그대로 입력하세요.
error-not-a-folder = { $path } 위치는 폴더가 아니어서 접근 권한을 부여할 수 없습니다. 폴더를 선택하세요.
error-folder-missing = { $path } 폴더가 없어 접근 권한을 부여할 수 없습니다. 되돌려 놓거나 다른 폴더를 선택하세요.
error-folder-denied = 사용자 계정으로 { $path } 폴더를 열 수 없어 접근 권한을 부여할 수 없습니다. 폴더의 사용 권한을 변경하거나 다른 폴더를 선택하세요.
error-folder-changed = 지금 { $path } 위치에 선택했을 때와 다른 폴더가 있어 접근 권한을 부여하지 않았습니다. 다시 선택하세요.
error-draft-too-long = 이름, 명령 또는 환경이 너무 깁니다. 한도는 { $most }KiB입니다. 아무것도 저장하지 않았습니다. 줄이거나 긴 내용을 파일에 넣으세요.
error-draft-empty-name = 서버에 이름이 없습니다. 이름을 지정하세요.
error-draft-empty-program = 실행할 프로그램이 없습니다. 이름이나 경로를 지정하세요.
error-unknown-provider = 그 공급자는 더 이상 없습니다. 그사이에 제거되었습니다.
error-provider-name-taken = 같은 이름의 공급자가 이미 있습니다. 다른 이름을 선택하세요.
error-provider-empty-name = 공급자에 이름이 없습니다. 이름을 지정하세요.
error-draft-name-taken = 이름이 { $name }인 서버가 이미 있습니다. 다른 이름을 선택하세요.
error-draft-bad-name = 이름에 보이지 않는 문자가 들어 있어 다른 이름으로 오인될 수 있습니다: { $name }. 아무것도 저장하지 않았습니다. 그 문자를 빼세요.
error-draft-number-name = { $name } 같은 이름은 서버 번호를 뜻합니다. 아무것도 저장하지 않았습니다. 다른 이름을 고르세요.
error-draft-nul = 명령에 쓸 수 없는 문자(NUL)가 명령에 들어 있어 아무것도 저장하지 않았습니다. 그 문자를 빼세요.
error-draft-open-secret = { $name } 값은 비밀 정보로 지정되어 있지만 경로나 명령처럼 보이며, 그런 값은 화면에 표시됩니다. 숨길 수 없으므로 아무것도 추가하지 않았습니다. 입력한 내용을 확인하세요.
error-draft-bad-env = 변수 이름으로 쓸 수 없습니다: { $name }. 문자, 숫자, 밑줄을 사용하세요.
error-bundled-server = Paddock에 포함된 서버여서 변경하거나 제거할 수 없습니다.
error-bundle-busy = 지금 다른 번들을 설치하고 있어 아무것도 변경하지 않았습니다. 잠시 후 다시 시도하세요.
error-bundle-io = 번들을 읽거나 풀지 못했습니다: { $reason }. 아무것도 추가하지 않았습니다. 파일과 디스크를 확인하고 다시 시도하세요.
error-bundle-too-large = 번들이 { $most }MiB보다 큽니다. 아무것도 추가하지 않았습니다.
error-bundle-not-zip = 번들이 아니거나 손상되었습니다: { $reason }. 아무것도 추가하지 않았습니다. 다시 내려받으세요.
error-bundle-bomb = 이 번들에는 서버에 필요한 것보다 훨씬 많거나 스스로 밝힌 것보다 많은 내용이 들어 있습니다. 디스크를 채우려는 의도일 수 있습니다. 아무것도 추가하지 않았습니다.
error-bundle-bad-entry = 이 번들의 { $name } 항목은 번들 폴더 밖에 쓰일 수 있거나 일반 파일이 아닙니다. 아무것도 추가하지 않았습니다.
error-bundle-twice = 이 번들에는 { $name } 항목이 두 번 들어 있어, 보여 주는 내용과 실제 동작이 다를 수 있습니다. 아무것도 추가하지 않았습니다.
error-bundle-no-manifest = 이 파일에는 manifest.json이 없으므로 번들이 아닙니다. 아무것도 추가하지 않았습니다.
error-bundle-bad-manifest = 이 번들의 매니페스트가 올바르게 작성되지 않았습니다: { $reason }. 아무것도 추가하지 않았습니다. 작성자에게 알리세요.
error-bundle-unknown-version = 이 번들의 매니페스트는 Paddock이 모르는 버전({ $version })입니다. 아무것도 추가하지 않았습니다. 더 새로운 Paddock은 알 수도 있습니다.
error-bundle-other-system = 이 시스템용 번들이 아닙니다. 아무것도 추가하지 않았습니다.
error-bundle-missing = 서버에 { $setting } 값이 필요합니다. 값을 지정하세요.
error-bundle-bad-value = { $setting }에 쓸 수 없는 값입니다. 수정하세요.
error-bundle-secret-argument = 서버가 비밀 정보인 { $setting } 값을 명령의 인수로 요구합니다. 인수는 사용자의 모든 프로그램이 읽을 수 있습니다. Paddock은 비밀 정보를 변수로만 전달하므로 아무것도 추가하지 않았습니다. 비워 둘 수 있다면 비워 두고, 아니면 변수로 받게 해 달라고 서버 작성자에게 요청하세요.
error-paste-not-json = 명령도 아니고 올바른 JSON도 아닙니다: { $reason }. 아무것도 추가하지 않았습니다. 고친 뒤 다시 시도하세요.
error-paste-no-servers = 서버를 찾지 못했습니다. mcpServers 또는 servers가 들어 있는 부분을 붙여 넣으세요.
error-paste-url-server = { $name } 서버는 주소로 네트워크를 통해 연결하는 서버입니다. Paddock은 이 컴퓨터의 프로그램만 실행합니다.
error-paste-no-command = { $name } 서버에 명령이 없어 실행할 것이 없습니다. 명령을 추가하세요.
error-bad-template = 이 템플릿으로는 주소를 만들 수 없습니다: { $reason }. 아무것도 읽지 않았습니다.
error-call-misunderstood = 서버의 답을 이해하지 못했습니다: { $reason }. 서버의 메시지를 확인하세요.
error-unknown-message = 이전 실행의 메시지이거나 더 이상 보관하지 않는 메시지입니다. 더 새로운 메시지를 선택하세요.
error-too-many-followed = 이미 리소스 { $count }개를 추적하고 있습니다. 먼저 하나의 추적을 중지하세요.
error-bad-arguments = 인수가 도구에 맞지 않습니다: { $reason }. 아무것도 호출하지 않았습니다. 수정한 뒤 다시 시도하세요.
error-workspace-unreadable = 작업 영역 파일을 읽지 못했습니다: { $reason }. 폴더를 추가하지 않았습니다.
error-workspace-empty = 작업 영역 파일에 이 컴퓨터의 폴더가 없어 추가할 것이 없습니다.
error-records-lost = Paddock의 데이터가 있는 디스크가 응답하지 않아 일부 활동을 기록하지 못했습니다. 디스크를 확인하세요.
error-export-failed = 활동을 내보내지 못했습니다: { $reason }. 다른 위치를 선택하고 다시 시도하세요.
error-command-changed = 읽는 동안 명령이 변경되어 시작하지 않았습니다. 다시 읽어 보세요.
error-dialog-failed = 시스템의 폴더 대화 상자를 열지 못했습니다. 대신 이 창에 폴더를 끌어다 놓으세요.
error-autostart-failed = 로그인할 때 시작하는 설정을 변경하지 못했습니다: { $reason }. 이전 설정 그대로입니다.
error-watcher-failed = 더 이상 폴더를 지켜볼 수 없습니다: { $reason }. 없어진 폴더에 대한 표시가 오래된 것일 수 있습니다. Paddock을 다시 시작하세요.
error-already-over = 이미 지난 시각입니다. 더 늦은 시각을 선택하세요.
error-start-failed = 프로그램을 시작하지 못했습니다: { $reason }. 명령을 확인하세요.
error-server-stuck = 강제로 종료해도 서버가 끝나지 않습니다. 프로세스가 아직 실행 중일 수 있습니다. 문제가 된다면 컴퓨터를 다시 시작하세요.
error-keeper-lost = 이 서버를 지켜보던 프로세스가 종료되어 서버도 함께 종료되었습니다. 서버를 다시 시작하세요.
error-watch-incomplete = { $path } 위치의 변경을 놓칠 수 있습니다: { $reason }. 다시 확인하려면 Paddock을 다시 시작하세요.
error-settings-not-saved = 설정을 저장하지 못했습니다: { $reason }. Paddock을 다시 시작하면 이전 설정으로 돌아갑니다. 디스크를 확인하고 다시 선택하세요.
error-open-failed = 파일 관리자에서 { $path } 위치를 표시하지 못했습니다: { $reason }.
error-paste-bad-name = 이름에 보이지 않는 문자가 들어 있어 다른 이름으로 오인될 수 있습니다: { $name }. 보통 문자로 된 이름을 지정하세요.
error-paste-too-many = 항목이 너무 많습니다(한도 { $most }개). 아무것도 추가하지 않았습니다. 더 적게 붙여 넣으세요.
error-paste-unknown-input = { $name } 서버에 { $input } 값이 필요하지만, 그 값이 무엇인지 여기에 적혀 있지 않거나 무언가를 실행해야만 알 수 있습니다. 값을 직접 넣고 다시 붙여 넣으세요.
error-paste-secret-argument = { $name } 서버가 비밀 정보인 { $setting } 값을 명령의 인수로 요구합니다. 인수는 사용자의 모든 프로그램이 읽을 수 있습니다. Paddock은 비밀 정보를 변수로만 전달합니다. 변수로 받게 해 달라고 서버 작성자에게 요청하세요.
error-paste-oci = { $name } 서버는 컨테이너 이미지로 제공됩니다. Paddock은 프로그램을 허용된 폴더 안으로 제한하기 위해 직접 시작하며, 컨테이너는 실행하지 않습니다. 이 서버의 npm 또는 PyPI 패키지나 번들을 찾아 보세요.
error-paste-mcpb = { $name } 서버는 번들로 제공되며, Paddock은 아무것도 내려받지 않습니다. { $url }에서 내려받아 여기에서 여세요.
error-paste-other-kind = { $name } 서버는 종류가 { $kind }인 레지스트리에서 제공되며, Paddock은 그런 레지스트리의 서버를 시작할 수 없습니다. 양식으로 명령을 추가하세요.
error-paste-other-registry = { $name } 서버는 { $url }에서 제공되는데, 이런 패키지가 보통 제공되는 곳이 아닙니다. 그곳을 신뢰한다면 그 레지스트리를 인수에 넣어 양식으로 명령을 추가하세요.
error-paste-bad-package = { $name } 서버의 패키지로 적힌 { $package } 값은 패키지 이름이 아닙니다. 실제로는 옵션, 파일 또는 주소일 수 있습니다. 추가하지 마세요.
error-link-too-long = 링크가 { $most }KiB보다 길어 읽지 않았습니다. 대신 구성을 붙여 넣으세요.
error-link-unknown = Paddock이 읽을 수 없는 링크이거나, 같은 것이 두 번 적힌 링크입니다. 아무것도 추가하지 않았습니다. 링크를 찾은 곳에서 붙여 넣을 구성을 찾아 보세요.
error-link-shell = { $name } 서버의 명령은 셸에서 실행하도록 작성되어 있으며, 셸은 서버를 시작하는 것 이상의 일을 할 수 있습니다. Paddock은 이를 위해 셸을 시작하지 않습니다. 명령이 무엇을 하는지 안다면 양식으로 추가하세요.
error-arrival-busy = 다른 것을 보고 있는 동안 추가 요청이 들어와 받지 않았습니다. 열려 있는 것을 마친 뒤 다시 여세요.
error-arrival-gone = 보고 있던 것이 더 이상 없어 아무것도 추가하지 않았습니다. 다시 여세요.
error-arrival-changed = 확인한 뒤에 { $server } 서버가 변경되거나 제거되어 아무것도 업데이트하지 않았습니다. 지금 무엇이 바뀌는지 확인하고 다시 결정하세요.
error-arrival-unreadable = { $path } 파일을 읽지 못했습니다: { $reason }. 아무것도 추가하지 않았습니다. 파일을 확인하고 다시 여세요.
error-arrival-unknown = Paddock이 열어 달라는 요청을 받았지만 번들도, server.json도, Paddock의 링크도 아닙니다: { $path }. 아무것도 열지 않았습니다.
error-paste-bad-entry = { $name } 항목은 올바른 서버 항목이 아닙니다: { $reason }. 수정한 뒤 다시 붙여 넣으세요.
error-unknown-attempt = 그 시도는 더 이상 없습니다. 그사이에 답했거나 지웠습니다.
error-named-missing = { $server } 서버의 명령에 적힌 { $path } 위치가 없습니다. 만들거나 명령을 수정하세요.
error-named-loose = { $path } 위치는 사용자의 모든 것이 들어 있는 폴더 바로 아래에 있어 아무 폴더도 제안하지 않습니다. 별도의 폴더로 옮기고 { $server } 서버의 명령을 수정하세요.
error-named-unknown = { $server } 서버의 명령에 적힌 폴더를 제때 확인하지 못했습니다. ‘접근 권한’ 화면에서 직접 부여하세요.
error-not-enforceable = 이 컴퓨터에는 이 서버를 허용된 폴더 안으로 제한할 수단이 없어 서버를 시작하지 않았습니다: { $reason }. 설정에서 무엇이 부족한지 확인하거나, 강제 적용 없이 실행하도록 허용하세요.
error-not-limited = 이 서버의 한도를 설정하지 못해 서버를 시작하지 않았습니다: { $reason }. 다시 시작해 보고, 그래도 실패하면 Paddock을 종료한 뒤 새로 실행하세요.
error-limit-not-sensible = 그 한도로는 어떤 서버도 실행할 수 없어 아무것도 변경하지 않았습니다. 메모리는 128MB~1TB, 프로세스는 32~32,768개에서 선택하세요.
error-leaks = 내부에서 확인한 결과 권한을 부여하지 않은 것에 접근할 수 있어 서버를 시작하지 않았습니다. 최근 확인 결과를 보고, 필요 없는 권한을 회수한 뒤 다시 시작하세요.
error-proof-failed = 변경한 뒤 서버가 허용된 폴더 안으로 제한되는지 Paddock이 확인하지 못해 서버를 중지했습니다. 최근 확인 결과를 보고 다시 시작하세요.
error-boundary-lost = 서버를 허용된 폴더 안으로 제한하던 것이 없어져 서버를 중지했습니다. 다시 시작하세요.
error-root-not-granted = 명령에 { $name } 폴더가 적혀 있지만 그 이름의 폴더에 접근 권한을 부여하지 않아 서버를 시작하지 않았습니다. 권한을 부여하거나 명령을 변경하세요.
error-place-not-granted = 명령에 앱이 작업하는 폴더가 필요하지만 그 폴더에 접근 권한을 부여하지 않아 서버를 시작하지 않았습니다. 권한을 부여하거나 명령을 변경하세요.
error-footprint-too-large = 살펴볼 파일이 너무 많아 프로그램 실행에 무엇이 필요한지 Paddock이 알아내지 못했습니다. 서버를 시작하지 않았습니다. 프로그램을 별도의 폴더에 넣거나 패키지로 설치하세요.
error-folder-in-program = 명령에서 실행할 프로그램이나 스크립트를 지정하는 자리에 폴더가 채워집니다. 그러면 폴더를 고르는 쪽이 실행할 것까지 고르게 되므로 서버를 시작하지 않았습니다. 경로를 직접 적으세요.
error-folder-in-text = 명령의 프로그램 텍스트 안에 폴더가 채워집니다. 그러면 폴더 이름이 코드로 실행될 수 있으므로 서버를 시작하지 않았습니다. 폴더를 인수로 전달하세요.
error-disk-hangs = 디스크가 제때 응답하지 않아 서버를 시작하지 않았습니다. 폴더에 접근할 수 있는지 확인한 뒤 다시 시작하세요.
error-disk-silent = 디스크가 제때 응답하지 않아 표시할 것이 없습니다. 디스크에 접근할 수 있는지 확인한 뒤 다시 시도하세요.
error-daemon-command = { $program } 프로그램은 샌드박스 밖에서 동작하는 서비스에 작업을 넘기므로 서버를 시작하지 않았습니다. 대신 그것으로 시작하려는 프로그램을 명령으로 지정하거나, 이 서버를 강제 적용 없이 실행하도록 허용하세요.
error-unknown-request = 그 요청은 끝났습니다. 이미 답했거나 서버가 더 이상 기다리지 않습니다.
error-unknown-place = 그 질문은 끝났습니다. 이미 답했거나 앱이 더 이상 그 폴더에서 작업하지 않습니다. 접근 권한을 부여하지 않았습니다.
error-unknown-call = 그 호출은 더 이상 기다리지 않습니다. 이미 답했거나 앱이 없어졌습니다. 이것으로 허용된 것은 없습니다.
error-tool-off = { $tool } 도구는 모든 앱에 대해 꺼져 있어 명령줄에서도 호출할 수 없습니다. Paddock 창에서 호출하거나 규칙을 변경하세요.
error-tool-asks = { $tool } 도구는 동의한 뒤에만 호출할 수 있으며, 명령줄에서는 동의를 물을 수 없습니다. Paddock 창에서 호출하거나 규칙을 변경하세요.
error-unknown-tool-rule = 도구나 앱의 이름으로 쓸 수 없어 규칙을 만들지 않았습니다. 1~256바이트의 이름을 사용하세요.
error-tools-changed = 물어본 뒤에 도구가 변경되어 아무것도 수락하지 않았습니다. 다시 확인하세요.
error-too-many-apps = Paddock이 대신 묻는 앱이 최대 개수에 도달하여 이 앱을 추가하지 않았습니다. 먼저 다른 앱에서 이 설정을 끄세요.
error-too-many-paused = 일시 중지할 수 있는 앱이 최대 개수에 도달하여 이 앱은 일시 중지하지 않았습니다. 먼저 다른 앱을 재개하세요.
error-not-its-folder = 세션에 그 폴더가 없어서 뺄 것이 없었습니다.
error-within-another = 그 폴더는 세션에 있는 다른 폴더 안에 있습니다. 바깥 폴더를 빼거나 이 폴더의 접근 권한을 회수하세요.
error-no-such-app = 앱의 이름으로 쓸 수 없어 아무것도 변경하지 않았습니다. 앱의 구성에 적힌 앱 이름을 사용하세요.
error-too-many-rules = 이 서버의 규칙이 Paddock이 보관하는 최대 개수에 도달하여 규칙을 만들지 않았습니다. 먼저 몇 개를 제거하세요.
error-too-many-servers = Paddock에 보관할 수 있는 서버가 최대 개수에 도달하여 이 서버를 추가하지 않았습니다. 먼저 하나를 제거하세요.
error-commands-too-long = 모든 서버의 이름과 명령을 합한 길이가 너무 길어 아무것도 저장하지 않았습니다. 이 명령을 줄이거나 먼저 서버를 하나 제거하세요.
error-too-many-providers = Paddock에 보관할 수 있는 공급자가 최대 개수에 도달하여 이 공급자를 추가하지 않았습니다. 먼저 하나를 제거하세요.
error-provider-too-long = 공급자의 이름, 주소 또는 모델이 너무 깁니다. 아무것도 저장하지 않았습니다. 줄이세요.
error-request-not-now = 요청이 그 단계에 있지 않습니다. 다시 확인하세요.
error-server-not-heard = 서버가 실행 중이 아니거나 요청이 차단되어 있어 요청을 통과시킬 수 없습니다. 서버를 시작하거나 차단을 해제하세요.
error-form-invalid = 입력한 내용 중 서버가 요청한 것과 다른 것이 있습니다. 아무것도 보내지 않았습니다.
error-bad-edit = 변경한 내용이 요청에 맞지 않습니다: { $what }. 아무것도 보내지 않았습니다.
error-no-model = 답할 수 있는 모델이 없습니다. 설정에서 모델을 설정하거나 직접 답변을 작성하세요.
error-provider-bad-url = 공급자의 주소가 아닙니다. 주소는 https://로, 이 컴퓨터라면 http://로 시작하며, 이름, 비밀번호, 물음표가 없어야 합니다.
error-provider-key-again = 이 키는 다른 주소에 지정한 것입니다. 다시 입력하거나 제거하세요.
error-provider-not-allowed = { $name }에 요청을 보내는 것을 허용하지 않았으므로 아무것도 보내지 않았습니다. 설정에서 확인하거나 터미널에서 실행하세요: paddock models check
error-secrets-no-keyring = 이 데스크톱의 키링이 비밀 정보를 받지 않습니다. 키링의 잠금을 풀거나 설치한 뒤 다시 시도하세요. 또는 설정이나 paddock keyring-only off로 Paddock이 자체 파일에 보관하도록 허용하세요.
error-secret-missing = { $variable } 변수의 값이 더 이상 키링에 없어 서버를 시작하지 않았습니다. 서버를 편집하여 값을 다시 입력하세요.
error-secret-locked = { $variable } 변수의 값을 키링에서 읽지 못해 서버를 시작하지 않았습니다. 키링의 잠금을 푼 뒤 서버를 다시 시작하세요.
error-secret-in-file = { $variable } 변수의 값이 키링에 없고, 비밀 정보가 키링에 있을 때만 서버를 시작하도록 설정되어 있어 서버를 시작하지 않았습니다. 키링의 잠금을 풀거나 설치하세요. 또는 설정이나 paddock keyring-only off로 이를 변경하세요.
error-draft-secret-gone = { $name } 변수의 값이 더 이상 보관되어 있지 않아 아무것도 변경하지 않았습니다. 다시 입력하세요.
error-draft-not-secret = { $name } 변수는 무엇이 어디에 있는지 또는 무엇을 실행하는지 나타내므로 비밀 정보로 숨길 수 없으며, 아무것도 변경하지 않았습니다. 값을 표시된 상태로 두세요.
error-key-missing = 이 공급자의 키가 더 이상 키링에 없습니다. 설정에서 다시 입력하세요.
error-keyring-failed = 이 데스크톱의 키링에 오류가 발생했습니다. 잠금을 풀고 다시 시도하세요.
error-call-denied = 이 호출에서 서버가 요청한 것을 거부하여 호출을 중단했습니다.
error-call-again = 브라우저에서 단계를 마친 뒤 도구를 다시 호출하세요.
error-call-not-given = 이 호출에서 서버가 요청한 것을 주지 않았습니다: { $reason }. 호출을 중단했습니다.
error-browser-failed = 브라우저를 열지 못했습니다: { $reason }. 주소를 복사하여 직접 여세요.
error-host-gone = Paddock의 백그라운드 서비스가 종료되었으며 모든 서버도 함께 종료되었습니다. 요청한 작업이 처리되지 않았을 수 있습니다. 서비스가 돌아올 때까지 기다린 뒤 다시 시도하세요.
error-host-failed = Paddock의 백그라운드 서비스를 시작하지 못했습니다: { $reason }. 실행 중인 서버가 없습니다. 다시 시도하고, 계속되면 Paddock을 다시 설치하세요.
error-host-unreachable = Paddock의 백그라운드 서비스에 연결할 수 없습니다: { $reason }. 아무것도 변경하지 않았습니다. 다른 Paddock 프로세스를 종료하거나 컴퓨터를 다시 시작한 뒤 다시 시도하세요.
error-host-newer = 더 새로운 Paddock({ $version })이 백그라운드에서 실행 중이며 이 버전과 함께 작동할 수 없습니다. 아무것도 변경하지 않았습니다. 이 프로그램을 종료하고 다시 시작하거나 Paddock을 업데이트하세요.
error-host-older = 이전 버전의 Paddock({ $version })이 아직 백그라운드에서 실행 중이며 이 버전과 함께 작동할 수 없습니다. 이전 버전을 종료하면 그 서버도 중지됩니다: paddock quit. 그런 다음 Paddock을 다시 시작하세요.
error-host-silent = Paddock의 백그라운드 서비스가 응답하지 않아 아무 작업도 하지 않았습니다. 서비스를 종료하면 그 서버도 중지됩니다: paddock quit. 그런 다음 다시 시도하세요.
error-host-foreign = Paddock의 백그라운드 서비스 자리에서 응답하는 것이 다른 계정의 것이어서 아무것도 보내지 않았습니다. Paddock의 데이터 폴더에 누가 쓸 수 있는지 확인하세요.
error-not-a-front = Paddock의 백그라운드 서비스가 이 프로그램을 Paddock의 일부로 인식하지 못해 거부했습니다. 설치된 Paddock을 시작하세요.
error-consent-elsewhere = 여기서는 동의를 받지 않으므로 아무것도 허용하지 않았습니다. Paddock 창을 열어 동의하거나, 설정에서 터미널 동의를 허용하세요.
error-needs-consent = Paddock 창에서 사람이 동의해야 하므로 처리하지 않았습니다. Paddock을 열어 답하세요.
error-unknown-consent = 그 질문은 더 이상 열려 있지 않습니다. 이미 답했거나 질문의 대상이 변경되었습니다. 여전히 원하면 다시 요청하세요.
error-too-many-consents = 동의를 기다리는 질문이 너무 많아 추가하지 않았습니다. 먼저 몇 개에 답하거나 지우세요.
error-too-many-fronts = 이미 너무 많은 프로그램이 Paddock에 연결되어 있어 거부했습니다. 몇 개를 닫고 다시 시도하세요.
error-command-too-long = Paddock의 백그라운드 서비스에 보낸 내용이 너무 길어({ $bytes }바이트) 처리하지 않았습니다. 한 번에 더 적게 보내세요.
error-answer-too-long = 응답이 너무 길어({ $bytes }바이트) 전달할 수 없습니다.
error-view-too-large = 한 번에 표시할 내용이 너무 많아({ $bytes }바이트) 표시된 내용이 최신이 아닐 수 있습니다. 필요 없는 서버를 제거하세요. 지금도 터미널에서 “paddock revoke --all”로 모든 폴더를 회수할 수 있습니다.
error-internal = Paddock에 문제가 발생했습니다: { $reason }. 변경이 적용되지 않았을 수 있습니다. 다시 시도하세요.
error-unknown = 이 버전에 설명이 없는 문제가 발생했습니다: { $code }. 변경이 적용되지 않았을 수 있습니다.
error-prove-no-tier = 아무것도 증명하지 못했습니다. 이 시스템은 그 방법으로 서버를 허용된 폴더 안으로 제한할 수 없습니다. 부족한 요소: { $missing }
error-being-proved = 이미 증명하는 중입니다. 끝날 때까지 기다리세요.
error-servers-paused = 모든 서버가 일시 중지되어 아무것도 시작하지 않았습니다. 먼저 재개하세요.
error-prove-untrusted = 이 명령을 아직 신뢰하지 않았으므로 증명을 위해 시작하지 않았습니다. 먼저 명령을 읽고 신뢰하세요.
error-prove-unprepared = 아무것도 증명하지 못했습니다. 시험할 폴더를 만들지 못했습니다: { $reason }
error-model-not-encrypted = { $host }에 암호화 없이 연결하게 되므로 아무것도 보내지 않았습니다. 전송 경로의 누구나 요청과 키를 읽을 수 있습니다. https 주소를 사용하거나, 내 네트워크에 있는 컴퓨터의 숫자 주소를 사용하세요.
error-model-unreachable = { $host }에 연결할 수 없습니다: { $reason }. 답변을 받지 못했습니다. 실행 중인지, 주소가 맞는지 확인한 뒤 다시 보내세요.
error-model-tls = { $host }의 신원을 확인할 수 없어 아무것도 보내지 않았습니다: { $reason }. 주소와 이 컴퓨터의 날짜를 확인하세요.
error-model-proxy = 이 데스크톱의 환경에 지정된 프록시를 사용할 수 없어 아무것도 보내지 않았습니다: { $reason }. HTTPS_PROXY와 ALL_PROXY를 확인하세요.
error-model-unauthorized = 공급자가 키를 거부하여 답변을 받지 못했습니다. 이 공급자의 키를 확인하세요.
error-model-rate-limited = 공급자가 지금은 요청을 더 받지 않습니다. 나중에 다시 보내거나 다른 모델을 선택하세요.
error-model-rate-limited-for = 공급자가 앞으로 { $seconds }초 동안 요청을 더 받지 않습니다. 그 뒤에 다시 보내거나 다른 모델을 선택하세요.
error-model-no-such-model = 공급자에 { $model } 모델이 없어 답변을 받지 못했습니다. 다른 모델을 선택하세요.
error-model-overloaded = 공급자에 부하가 너무 많아 답변을 받지 못했습니다. 나중에 다시 보내거나 다른 모델을 선택하세요.
error-model-failed = 공급자에서 상태 { $status } 오류가 발생하여 답변을 받지 못했습니다. 공급자의 메시지: { $message } 다시 보내거나 주소를 확인하세요.
error-model-bad-request = 공급자가 요청을 거부했습니다. 공급자의 메시지: { $message } 요청을 변경하거나 다른 모델을 선택하세요.
error-model-unsupported = 이 공급자에는 다음을 보낼 수 없어 아무것도 보내지 않았습니다: { $what }. 다른 공급자의 모델을 선택하세요.
error-model-redirected = 공급자가 { $to } 주소로 넘기려고 합니다. 요청과 키가 다른 곳으로 가지 않도록 따르지 않았습니다. 올바른 주소라면 공급자의 주소를 변경하세요.
error-model-cut-off = 답변 도중에 연결이 끊겨 답변을 버렸습니다. 다시 보내세요.
error-model-malformed = 공급자의 답변을 해석할 수 없습니다: { $reason }. 답변을 버렸습니다. 주소와 종류가 맞는지 확인하세요.
error-model-timed-out = 공급자가 { $seconds }초 동안 응답하지 않아 요청을 중단했습니다. 다시 보내거나 다른 모델을 선택하세요.
error-model-too-long = 답변이 { $limit }바이트보다 길어 버렸습니다. 토큰 수를 줄여 요청하세요.
error-keyring-timed-out = 이 데스크톱의 키링이 응답하지 않아 키를 읽지 못했습니다. 키링의 잠금을 풀고 다시 시도하세요.
error-keyring-unavailable = 이 데스크톱의 키링을 사용할 수 없어 키를 읽지 못했습니다. 잠금을 풀거나 키를 다시 입력하세요. 다시 입력한 키는 Paddock을 종료할 때까지 보관합니다.
error-output-closed = 이 출력을 읽는 프로그램이 더 이상 없습니다.
error-output-failed = 출력을 쓰지 못했습니다: { $reason }. 디스크나 출력을 읽는 프로그램을 확인하세요.
error-host-other-version = 이 프로그램과 Paddock의 백그라운드 서비스의 버전이 달라 이 작업을 하지 않았습니다. Paddock을 종료하면 그 서버도 중지됩니다: paddock quit. 그런 다음 이 프로그램을 다시 시작하세요.
error-cli-no-secret = { $name } 변수의 값을 입력하지 않아 아무것도 변경하지 않았습니다. 다시 시도하세요.
error-cli-no-home = 이 계정에 홈 폴더가 없어 Paddock의 데이터를 둘 곳이 없습니다. HOME을 설정하세요.
error-cli-unknown-server = { $name } 서버가 없습니다. 목록 보기: paddock servers
error-cli-unknown-server-near = { $name } 서버가 없습니다. 비슷한 이름: { $names }
error-cli-ambiguous = { $name }에 해당하는 것이 여러 개입니다: { $names }. 번호로 지정하세요.
error-cli-unknown-grant = { $name }에 해당하는 접근 권한이 없습니다. 접근 권한 목록: paddock folders
error-cli-unknown-session = { $name } 세션이 없습니다. 이미 끝났을 수 있습니다. 목록 보기: paddock sessions
error-cli-unknown-app = 이름이 { $name }인 앱 중에 서버를 사용하는 앱이 없습니다. 사용 중인 앱 목록: paddock sessions
error-cli-unknown-app-to-pause = 이름이 { $name }인 앱 중에 서버를 사용하는 앱이 없어 아무것도 일시 중지하지 않았습니다. 사용 중인 앱 목록: paddock sessions. 앱이 오기 전에 미리 일시 중지하려면 --ahead를 추가하세요.
error-cli-unknown-ended = { $name }에 해당하는 끝난 권한이 없습니다. 끝난 권한 목록: paddock folders --ended
error-cli-unknown-provider = { $name } 공급자가 없습니다. 목록 보기: paddock models
error-cli-unknown-consent = { $id } 항목은 동의를 기다리지 않거나 더 이상 기다리지 않습니다. 목록 보기: paddock consents
error-cli-not-proposed = { $destination }은(는) 이 명령에 허용될 대상에 포함되어 있지 않습니다.
error-cli-unknown-page = { $name } 명령이 없습니다.
error-cli-not-written = { $path } 위치에 쓸 수 없습니다: { $reason }. 다른 폴더를 선택하세요.
error-cli-not-json = JSON 객체를 입력하세요. 예: '{"{"}"text": "hi"{"}"}'. 아무것도 보내지 않았습니다.
error-cli-input-unreadable = 표준 입력을 읽을 수 없습니다: { $reason }. 아무것도 보내지 않았습니다.
error-cli-path-lines = 줄 바꿈이 들어 있는 경로는 확인할 수 없습니다. 그 경로가 들어 있는 폴더를 확인하세요.
error-cli-needs-trust = { $server } 서버는 명령을 신뢰하기 전까지 시작되지 않습니다. 읽고 결정하세요: paddock servers trust { $argument }
error-cli-paused = 모든 서버가 일시 중지된 동안 { $server } 서버는 실행되지 않습니다. 재개하면 실행됩니다: paddock resume
error-cli-no-variable = { $server } 서버에 { $name } 변수가 없습니다. 아무것도 바꾸지 않았습니다.
error-cli-needs-server = 어느 서버에 폴더를 허용할지 --server로 지정하세요.
error-cli-needs-answer = 답을 --text, --values, --field 또는 --model로 지정하세요.
error-cli-not-for-calls = 호출은 한 번, 1시간(--for 1h), 세션 동안 또는 항상 허용할 수 있으므로 아무것도 하지 않았습니다. --this-run, --unlimited와 다른 기간을 빼세요.
error-cli-not-for-sending = 서버가 보낼 수 있는 양은 오늘에 한해 허용하므로 아무것도 하지 않았습니다. 기간을 지정하는 옵션을 빼거나 --unlimited를 쓰세요.
error-cli-not-for-connections = 연결은 기간을 정해 허용하므로 아무것도 하지 않았습니다. --this-run, --for 또는 --always를 지정하세요.
error-cli-not-blocked = 서버와 앱이 요청하는 것과 서버가 기다리는 것만 차단할 수 있으므로 아무것도 하지 않았습니다. --block을 빼세요.
error-cli-no-field = 양식에 { $name } 필드가 없습니다. 있는 필드: { $names }
error-cli-refused-folder = { $path } 폴더에는 접근 권한을 부여할 수 없습니다. { $why }
error-cli-no-terminal = 동의하려면 터미널에 사람이 있어야 하는데 여기에는 터미널이 없습니다. 아무것도 변경하지 않았습니다. 터미널에서 실행하세요.
error-cli-not-foreground = 동의하려면 터미널에 사람이 있어야 하는데 이 명령은 백그라운드에서 실행 중입니다. 아무것도 변경하지 않았습니다. 포그라운드로 가져온 뒤 다시 시도하세요.
error-cli-not-consented = 동의하지 않아 아무것도 변경하지 않았습니다.
error-cli-not-agreed = 동의하지 않아 아무것도 변경하지 않았습니다.
error-cli-app-unknown = Paddock이 모르는 앱입니다: { $name }. 아는 앱: { $names }
error-cli-app-not-here = 여기에는 { $name } 앱의 구성 파일이 없어 아무것도 변경하지 않았습니다. 앱을 한 번 시작하거나 먼저 앱에 서버를 추가하세요.
error-cli-app-no-entry = { $app } 앱에 { $name }에 해당하는 항목이 없어 아무것도 변경하지 않았습니다. 항목 목록: paddock apps
error-cli-app-nothing = { $name } 앱에는 Paddock 없이 서버를 시작하는 항목이 없어 아무것도 변경하지 않았습니다. 항목 목록: paddock apps
error-cli-app-not-connected = { $name } 앱에 연결된 항목이 없어 복원할 것이 없습니다. 연결된 항목 목록: paddock apps
error-cli-apps-busy = 다른 명령이 앱을 연결하거나 연결 해제하는 중이어서 아무것도 변경하지 않았습니다. 끝날 때까지 기다린 뒤 다시 시도하세요.
error-cli-apps-kept = Paddock이 보관하는 연결된 앱의 정보를 읽거나 쓸 수 없습니다: { $reason }. Paddock 데이터의 apps 폴더를 확인하고 다시 시도하세요.
error-apps-slow = 앱의 구성 파일이 있는 디스크가 제때 응답하지 않습니다. 시작된 작업은 나중에 끝날 수도 있습니다. 디스크가 응답하면 다시 확인하세요.
error-apps-changed = 표시한 뒤에 앱의 구성이 변경되어 아무것도 묻거나 변경하지 않았습니다. 다시 찾고 다시 선택하세요.
error-apps-servers-left = 구성 파일을 저장하지 못한 앱을 위해 추가된 서버가 있습니다: { $names }. 필요하지 않으면 ‘서버’ 화면에서 제거하세요.
error-app-broken = 앱의 구성 파일 { $line }행 { $column }열에 오류가 있습니다: { $reason }. 아무것도 변경하지 않았습니다. 수정한 뒤 다시 시도하세요.
error-app-duplicate-key = 앱의 구성 파일에 같은 키가 두 번 있어 어느 것이 적용되는지 알 수 없습니다. 두 번째 위치는 { $line }행 { $column }열입니다. 아무것도 변경하지 않았습니다. 하나를 제거하고 다시 시도하세요.
error-app-too-large = 앱의 구성 파일이 { $most }MiB보다 커서 Paddock이 읽지 않습니다. 아무것도 변경하지 않았습니다. 항목을 직접 변경하세요.
error-app-too-many = 앱의 구성 파일에 항목이 { $most }개 이상 있어 Paddock이 읽지 않습니다. 몇 개를 제거하고 다시 시도하세요.
error-app-not-a-file = 앱의 구성이 일반 파일이 아니어서 Paddock이 건드리지 않습니다. 그 자리에 파일을 두세요.
error-app-not-text = 앱의 구성 파일이 UTF-8 텍스트가 아니어서 Paddock이 건드리지 않습니다. UTF-8로 저장하고 다시 시도하세요.
error-app-unreadable = 앱의 구성 파일을 읽을 수 없습니다: { $reason }. 아무것도 변경하지 않았습니다. 누가 읽을 수 있는지 확인하세요.
error-app-gone = 앱의 구성 파일이 더 이상 없어 아무것도 변경하지 않았습니다. 앱을 한 번 시작하고 다시 시도하세요.
error-app-leads-out = 앱의 구성 파일이 원래 있어야 할 위치 밖의 { $path } 파일로 이어지는 링크여서 Paddock이 변경하지 않습니다. 그 파일을 직접 변경하세요.
error-app-hard-linked = 앱의 구성은 이름이 { $links }개인 파일이며, 바꾸면 이름들이 서로 다른 파일로 갈라집니다. 아무것도 변경하지 않았습니다. 이름을 하나만 남기고 다시 시도하세요.
error-app-read-only = 앱의 구성 파일이나 그 폴더가 읽기 전용이어서 아무것도 변경하지 않았습니다. 쓸 수 있게 한 뒤 다시 시도하세요.
error-app-not-yours = 앱의 구성 파일이 다른 계정의 것이어서 Paddock이 변경하지 않습니다. 소유권을 가져오거나 직접 변경하세요.
error-app-another-broken = 이 앱의 다른 구성 파일에 오류가 있습니다: { $path }. 앱이 그것을 어떻게 처리하는지 알 수 없어 아무것도 변경하지 않았습니다. 수정한 뒤 다시 시도하세요.
error-app-of-project = 이 구성은 다른 사람과 공유될 수 있는 프로젝트에 속하므로 Paddock이 변경하지 않습니다. 직접 변경하세요.
error-app-unknown = Paddock이 더 이상 이 앱을 알지 못해 아무것도 변경하지 않았습니다. 구성을 직접 변경하세요.
error-app-several-files = 항목들이 여러 파일에 있어 아무것도 변경하지 않았습니다. 한 파일의 항목만 지정하세요.
error-app-entry-gone = { $name } 항목이 더 이상 없어 아무것도 변경하지 않았습니다. 항목 목록: paddock apps
error-app-entry-changed = { $name } 항목이 표시된 뒤에 변경되어 아무것도 저장하지 않았습니다. 다시 읽어 본 다음 다시 시도하세요.
error-app-entry-unusual = { $name } 항목이 Paddock이 편집하지 않는 방식으로 작성되어 있습니다({ $line }행 { $column }열). 아무것도 변경하지 않았습니다. 더 단순하게 작성하거나 직접 변경하세요.
error-app-entry-no-command = { $name } 항목은 이 컴퓨터에서 명령을 시작하지 않으므로 Paddock을 거칠 수 없습니다. 아무것도 변경하지 않았습니다. 이 항목을 빼세요.
error-app-entry-already-through = { $name } 항목은 이미 Paddock을 거치고 있어 아무것도 변경하지 않았습니다. 이 항목을 빼세요.
error-app-entry-needs-app = { $name } 항목에는 앱만 채울 수 있는 { $placeholder } 값이 필요하므로 Paddock을 거칠 수 없습니다. 아무것도 변경하지 않았습니다. 그 자리에 값을 직접 적거나, Paddock에 서버를 추가하고 그곳에서 값을 입력하세요.
error-app-entry-asks = { $name } 항목에는 앱이 채우는 { $value } 값이 필요합니다. 아무것도 변경하지 않았습니다. --yes 없이 항목을 연결하여 값을 입력하거나, 창에서 연결하세요.
error-app-entry-acts-elsewhere = { $name } 항목이 실행하는 { $program } 프로그램은 샌드박스 밖에서 동작하므로 Paddock을 거칠 수 없습니다. 아무것도 변경하지 않았습니다. 그 뒤의 프로그램을 직접 실행하게 하거나, 이 항목을 앱에 그대로 두세요.
error-app-entry-twice = { $name } 항목을 두 번 지정하여 아무것도 변경하지 않았습니다. 한 번만 지정하세요.
error-app-bad-server-name = 앱의 구성에서 서버 이름으로 쓸 수 없는 이름입니다: { $name }. 아무것도 변경하지 않았습니다. 서버 이름을 바꾸세요.
error-app-bad-shim = 이 프로그램의 파일이 바뀌었거나 경로가 일반 텍스트가 아니어서 앱이 시작할 수 없습니다. 아무것도 변경하지 않았습니다. 다시 시도하거나 Paddock을 다른 곳에 설치하세요.
error-app-secret-missing = Paddock이 보관한 { $name } 항목의 내용이 불완전하여 복원할 수 없습니다. 그대로 두었습니다. Paddock 데이터의 apps 폴더에 있는 백업에서 복원하세요.
error-app-env-file-elsewhere = { $path } 파일의 위치는 앱만 알 수 있어 서버가 그 변수를 받지 못합니다. 서버 페이지에서 입력하세요.
error-app-env-file-unfit = { $path } 파일은 Paddock이 읽을 수 있는 { $most }KiB 이하의 파일이 아니어서 서버가 그 변수를 받지 못합니다. 고쳐서 다시 연결하거나 서버 페이지에서 입력하세요.
error-app-env-file-line = { $path } 파일의 { $line }번째 줄을 NAME=값으로 읽을 수 없어 서버가 그 변수를 받지 못합니다. 고쳐서 다시 연결하거나 서버 페이지에서 입력하세요.
error-app-would-damage = 편집하면 해당 항목 외의 내용까지 바뀌게 되어 아무것도 저장하지 않았습니다. 구성을 직접 변경하고 이 문제를 알려 주세요.
error-app-changed-meanwhile = 같은 순간에 앱의 구성이 변경되어 아무것도 저장하지 않았습니다. 다시 시도하세요.
error-app-backup-exists = 백업을 만들 자리에 다른 파일이 있어 아무것도 변경하지 않았습니다. 다시 시도하세요.
error-app-backup-failed = 앱 구성의 백업을 만들 수 없습니다: { $reason }. 아무것도 변경하지 않았습니다. 공간을 확보하고 다시 시도하세요.
error-app-write-failed = 앱의 구성 파일을 저장할 수 없습니다: { $reason }. 파일은 변경되지 않았습니다. 디스크와 폴더를 확인하고 다시 시도하세요.
error-app-not-here = 아직 이 시스템에서는 Paddock이 앱의 구성을 변경할 수 없어 아무것도 변경하지 않았습니다. 직접 변경하세요.

## Command line

cli-about = 각 MCP 서버가 사용할 수 있는 폴더를 정합니다

    권한을 줄이는 변경은 즉시 적용되고, 늘리는 변경은 동의를 기다립니다. Paddock 창에서, 창이 없으면 이 터미널에서 동의합니다.
cli-about-status = 지금 상태를 표시합니다
cli-about-servers = 서버 목록을 표시하거나 서버를 다룹니다

    서버는 이름이나 #번호로 지정합니다.
cli-about-servers-add = 서버를 추가합니다. 명령은 아직 신뢰하지 않은 상태입니다
cli-about-servers-edit = 서버를 변경합니다. 지정하지 않은 것은 그대로 둡니다
cli-about-servers-import = 앱 설정, server.json 또는 링크에 있는 서버를 추가합니다

    FILE은 파일이나 링크이며, -이면 표준 입력입니다. 필요한 값은 터미널에서 입력합니다. 이것으로 신뢰하거나 권한을 부여하지는 않습니다. 빠진 것이 있으면 65로 끝납니다.
cli-about-servers-remove = 서버와 그 접근 권한, 홈을 제거합니다
cli-about-servers-show = 서버의 모든 정보를 표시합니다
cli-about-servers-trust = 서버의 명령을 읽어 본 뒤 신뢰합니다
cli-about-servers-distrust = 명령의 신뢰를 철회하고 서버를 중지합니다
cli-about-servers-start = 서버를 시작합니다
cli-about-servers-stop = 서버를 중지합니다
cli-about-servers-restart = 서버를 중지하고 다시 시작합니다
cli-about-servers-propose = 서버의 명령에 나오는 폴더를 동의하도록 제안합니다
cli-about-servers-set = 서버를 제한하고, 시작하고, 요청을 받는 방식을 변경합니다
cli-about-servers-log = 서버가 답 외에 출력한 내용을 표시합니다
cli-about-servers-tools = 서버의 도구 목록을 표시합니다
cli-about-servers-call = 도구를 호출하고 결과를 출력합니다

    도구가 실패했다고 알리면 1로 끝납니다.
cli-about-servers-resources = 서버의 리소스와 템플릿 나열
cli-about-servers-read = 리소스 읽기
cli-about-servers-prompts = 서버의 프롬프트 나열
cli-about-servers-prompt = 프롬프트를 채우고 결과 출력
cli-about-servers-suggest = 프롬프트나 템플릿의 값으로 서버가 제안하는 내용 표시
cli-about-servers-messages = 서버와 주고받은 메시지 표시
cli-about-folders = 어떤 서버가 어떤 폴더를 사용할 수 있는지 표시합니다
cli-about-grant = 동의를 거쳐 서버가 폴더를 사용하게 합니다
cli-about-access = 서버가 폴더에서 할 수 있는 일을 변경합니다
cli-about-extend = 서버가 폴더를 사용할 수 있는 기간을 변경합니다
cli-about-again = 끝난 권한을 다시 부여합니다. folders --ended를 참고하세요
cli-about-revoke = 폴더 접근 권한을 즉시 회수합니다

    GRANT는 폴더 목록의 번호 또는 경로입니다. 경로를 지정하면 모든 서버에서 회수하며, 뒤에 서버를 지정하면 그 서버에서만 회수합니다.
cli-about-pause = 일정 시간 동안 또는 재개할 때까지 모든 서버를 중지합니다
cli-about-resume = 일시 중지가 끝나기 전에 서버를 다시 시작합니다
cli-about-sessions = 서버를 사용하는 앱의 목록을 표시합니다
cli-about-apps = 이 컴퓨터의 AI 앱과 그 앱이 실행하는 것을 표시합니다

    직접: 앱이 서버를 직접 실행하며, 서버는 사용자가 읽을 수 있는 것을 모두 읽을 수 있습니다.
cli-about-apps-ask = 앱이 직접 묻지 못하는 서버의 요청을 Paddock에서 묻게 하거나 묻지 않게 합니다

    on이나 off를 지정하지 않으면 지금 어느 쪽인지 표시합니다. 서버의 요청은 paddock requests에서 기다립니다.
cli-about-connect = 앱이 실행하는 것이 Paddock을 거치게 합니다

    앱의 구성과 서버가 어떻게 바뀌는지 보여 주고 묻습니다. 서버는 Paddock에 추가되며, 각각 명령의 신뢰와 폴더 접근 권한 부여를 기다립니다.
cli-about-disconnect = 앱이 직접 실행하던 것을 복원합니다

    서버는 Paddock에 남습니다. 그 뒤에 변경된 것은 이름을 표시하고 그대로 둡니다. 이 경우 1로 끝납니다.
cli-about-install = MCP 번들(.mcpb)의 서버를 추가합니다

    번들이 스스로 밝힌 내용을 보여 주고, 필요한 것을 묻고, 번들을 풉니다. 서버는 아직 신뢰하지 않은 상태이며 폴더가 없습니다.
cli-about-end = 앱의 서버 사용을 즉시 종료합니다
cli-about-narrow = 앱의 세션 하나에서 끝날 때까지 폴더를 뺍니다

    SESSION은 세션 목록의 번호입니다. 앱이 다른 세션을 시작할 수 있습니다.
cli-about-scope = 앱이 사용할 수 있는 서버의 폴더를 표시하거나 변경합니다

    all: 서버의 모든 폴더. app: 앱이 작업하는 곳만.
cli-about-rules = 앱이 호출할 수 있는 도구를 표시하거나 도구의 규칙을 변경합니다

    RULE은 allowed, ask, off 또는 규칙을 없애는 none입니다. 더 느슨해지는 변경은 동의를 기다립니다.
cli-about-changed = 서버의 변경된 도구를 표시하거나 그에 대해 결정합니다
cli-about-models = 언어 모델에 연결하는 곳을 나열하거나 변경
cli-about-models-add = 언어 모델 공급자 추가
cli-about-models-edit = 공급자 변경: 지정하지 않은 것은 그대로 둠
cli-about-models-check = 공급자에게 모델 목록 요청
cli-about-models-remove = 공급자와 키 제거
cli-about-destinations = 서버가 연결할 수 있는 곳과 오간 내역을 표시합니다
cli-about-allow = 동의를 거쳐 서버가 어딘가에 연결하게 합니다

    DESTINATION은 api.example.com이나 *.example.com 같은 이름, 모든 이름을 뜻하는 *, 주소, 10.0.0.0/8 같은 범위, 또는 localhost:5432 같은 이 컴퓨터의 프로그램입니다. 포트를 지정하지 않으면 80과 443을 뜻합니다.
cli-about-deny = 서버가 어딘가에 절대 연결하지 못하게 하고 묻지 않습니다
cli-about-forget = 연결 대상에 대한 결정을 되돌립니다

    그곳에 열려 있는 연결은 끊습니다. 거부한 것을 다시 묻게 하는 변경은 동의를 기다립니다.
cli-about-requests = 서버와 앱의 요청을 표시하거나 답합니다
cli-about-requests-show = 요청의 모든 내용을 표시합니다
cli-about-requests-answer = 요청을 읽어 본 뒤 답합니다

    옵션을 지정하지 않으면 검토를 기다리는 답변은 전달하고, 페이지의 주소에는 동의합니다.
cli-about-requests-stop = 모델을 중지합니다. 요청은 다시 답을 기다립니다
cli-about-requests-next = 동의를 거쳐, 서버의 다음 요청을 묻지 않고 통과시킵니다
cli-about-requests-missed = 놓친 요청을 표시합니다
cli-about-requests-deny = 요청을 거부합니다

    연결 대상에 대해서는 아무것도 결정하지 않으므로 서버가 다시 요청할 수 있습니다. 계속 거부하려면: paddock deny
cli-about-requests-allow = 동의를 거쳐 호출을 통과시키거나 서버가 연결하게 합니다

    옵션 없는 호출: 이 호출, 또는 앱에 다시 시도하라고 알렸다면 다음 시도. 옵션 없는 연결: 1시간 동안.
cli-about-requests-grant = 동의를 거쳐, 앱이 작업하는 폴더나 서버가 접근하려는 폴더를 서버가 사용하게 합니다
cli-about-consents = 동의를 기다리는 항목을 표시하거나 결정합니다
cli-about-consents-show = 동의하게 될 내용을 표시합니다
cli-about-consents-agree = 터미널에서 내용을 읽고 동의합니다
cli-about-consents-dismiss = 동의하지 않고 목록에서 지웁니다
cli-about-check = 어떤 서버가 경로를 사용할 수 있는지 표시합니다

    물어본 모든 서버가 접근할 수 없는 경로가 있으면 1로 끝납니다.
cli-about-activity = 있었던 일을 표시합니다. 최신 항목이 마지막입니다
cli-about-prove = 서버가 허용된 폴더 안으로 제한되는지 증명합니다

cli-about-settings = 설정을 표시하거나 활동을 보관하는 방식을 변경합니다
    더 적게 보관하는 변경은 사람의 동의를 기다립니다. 서버가 한 일이 가려지기 때문입니다.

    서버를 지정하지 않으면 Paddock에 포함된 파일 서버를, COMMAND가 있으면 이어서 그 명령을, 시험용으로 만든 폴더에서 시험합니다. 예상과 다른 것이 있으면 1로 끝납니다.
cli-about-system = 이 컴퓨터에서 강제 적용할 수 있는 것을 표시합니다
cli-about-doctor = 문제와 해결 방법을 보고용으로 표시합니다

    예상과 다른 것이 있으면 1로 끝납니다.
cli-about-terminal-consent = 터미널에서도 동의할 수 있게 하거나 못 하게 합니다
cli-about-keyring-only = 서버의 비밀 정보를 키링에만 보관하게 하거나 그 제한을 풉니다

    on이면 비밀 정보가 키링에 없는 서버는 시작되지 않습니다. off이면 키링이 받지
    않는 비밀 정보를 사용자 계정만 읽을 수 있는 Paddock 자체 파일에 보관합니다.
cli-about-run = AI 앱을 위해 Paddock을 거쳐 서버를 실행합니다

    앱의 구성에서 서버 자체의 명령 대신 이것을 씁니다. Paddock에 없는 서버는
    -- 뒤에 그 명령을 적어 지정할 수 있습니다. 서버는 프로그램 이름으로 한 번
    추가되며, 명령을 신뢰한 뒤에 실행됩니다.
cli-about-host = Paddock 백그라운드 서비스를 여기 포그라운드에서 실행합니다
cli-about-quit = 모든 서버와 Paddock 백그라운드 서비스를 중지합니다
cli-about-help = 명령을 표시하거나 하나를 설명합니다
cli-about-completions = bash, zsh, fish용 자동 완성을 출력합니다
cli-about-man = 명령의 설명서 페이지를 출력합니다
cli-about-generate = 패키지용 자동 완성과 설명서 페이지를 파일로 저장합니다
cli-usage-heading = 사용법:
cli-heading-commands = 명령
cli-heading-arguments = 인수
cli-heading-options = 옵션
cli-group-now = 현재 상황
cli-group-servers = 서버
cli-group-folders = 폴더
cli-group-network = 네트워크
cli-group-apps = AI 앱
cli-group-paddock = Paddock 자체
cli-help-more = paddock help all은 모든 명령을 표시하고, paddock help COMMAND는 그 명령을 설명합니다.
cli-arg-json = 프로그램이 읽을 JSON으로 출력
cli-arg-help = 이 도움말 출력
cli-arg-help-command = 명령, 예: servers add. all이면 모든 명령을 표시
cli-arg-update = 같은 이름의 번들로 실행되는 서버를 변경
cli-arg-version = 버전 출력
cli-arg-install-file = 번들
cli-arg-no-wait = 동의를 기다리는 상태로 두고 75로 끝냄
cli-arg-without = 명령에 있는 대상을 제외함. 이 터미널에서만 적용되며, 창에서는 선택을 해제하세요
cli-arg-server = 서버의 이름 또는 #번호
cli-arg-name = 서버의 이름
cli-arg-rename = 앞으로 사용할 이름
cli-arg-env = 서버에 줄 변수. 여러 개 지정 가능
cli-arg-secret = 값을 보이지 않게 입력하고 비밀 정보로 보관할 변수
cli-arg-not-secret = 어떻게 보이든 비밀 정보가 아닌 변수
cli-arg-unset = 서버에서 없앨 변수
cli-arg-cwd = 시작 폴더
cli-arg-command = 프로그램과 인수
cli-arg-enforced = 허용된 폴더 안으로 제한하거나, 폴더를 알리기만 함
cli-arg-network = off, ask(허용한 곳만, 나머지는 물음) 또는 open(어디든)
cli-arg-ask-first = 허용 범위 밖에 처음 접근하려 할 때 답을 기다리게 함
cli-arg-restart = 종료되었을 때: on-failure, never 또는 always
cli-arg-on-demand = 처음 사용될 때 시작
cli-arg-stop-when-idle = 이 시간 동안 사용되지 않으면 중지. 예: 10m
cli-arg-keep-alive = 이 간격으로 상태 확인
cli-arg-most-sent = 하루에 보낼 수 있는 최대량. 예: 500kB, 10MB. none은 제한 없음
cli-arg-memory = 사용할 수 있는 최대 메모리. 예: 512MB, 1GB. none은 제한 없음
cli-arg-processes = 가질 수 있는 최대 프로세스 및 스레드 수
cli-arg-listen = 서버의 요청을 받음. off는 요청을 차단
cli-arg-requests-an-hour = 한 시간에 보낼 수 있는 최대 요청 수
cli-arg-tokens-a-day = 하루에 쓸 수 있는 모델의 최대 토큰 수
cli-arg-servers-log-follow = 새로 출력되는 내용을 계속 표시
cli-arg-servers-log-session = 해당 세션의 줄만 표시(세션 목록의 번호)
cli-arg-tool = 도구 이름
cli-arg-arguments = JSON 객체로 된 인수. -는 표준 입력에서 읽음
cli-arg-address = 목록에 나온 리소스 주소 또는 템플릿
cli-arg-servers-read-values = 템플릿에 넣을 값(여러 개 가능)
cli-arg-servers-read-follow = 바뀔 때마다 다시 읽기
cli-arg-prompt = 프롬프트 이름
cli-arg-servers-prompt-values = 프롬프트가 요구하는 값(여러 개 가능)
cli-arg-of = 프롬프트 이름 또는 목록에 나온 템플릿
cli-arg-typed = 제안받을 값(지금까지 입력한 부분)
cli-arg-servers-suggest-values = 이미 채운 값(여러 개 가능)
cli-arg-servers-messages-text = 이 텍스트가 들어 있는 메시지만
cli-arg-errors = 오류를 알리는 메시지만
cli-arg-before = 이 번호보다 앞선 메시지만
cli-arg-script = 이 번호까지 보낸 것을 비밀 값 없이 다시 보내는 셸 스크립트 출력
cli-arg-models-add-name = 공급자 이름
cli-arg-models-edit-name = 공급자 이름
cli-arg-models-check-name = 공급자 이름
cli-arg-models-remove-name = 공급자 이름
cli-arg-url = API 주소(예: https://api.openai.com/v1)
cli-arg-api = 사용하는 API: openai(기본값, 다른 많은 공급자도 사용) 또는 anthropic
cli-arg-key = 키를 화면에 표시하지 않고 입력
cli-arg-no-key = 키 제거
cli-arg-models-add-model = 서버가 모델을 지정하지 않을 때 사용할 모델
cli-arg-models-edit-model = 서버가 모델을 지정하지 않을 때 사용할 모델
cli-arg-app = Paddock에 표시할 앱 이름
cli-arg-run-name = Paddock에 이 명령이 아직 없을 때 사용할 서버 이름
cli-arg-run-command = 서버 자체의 명령. Paddock에 중지 상태로 추가되며 신뢰를 기다림
cli-arg-ended = 끝난 권한의 번호
cli-arg-folders-ended = 끝난 권한을 표시
cli-arg-path = 폴더, .code-workspace 파일, 또는 다른 서버에 부여한 권한의 #번호
cli-arg-paths = 하나 이상의 경로
cli-arg-access = read(기본값), write(다른 프로그램이 실행하는 파일 제외), commit(쓰기와 Git 커밋) 또는 write-all
cli-arg-requests-grant-access = read(서버가 쓰려고 하지 않으면 기본값), write, commit 또는 write-all
cli-arg-for = 이 기간 동안. 예: 30m, 1h30m, 2d
cli-arg-this-run = 서버가 실행되는 동안
cli-arg-until-midnight = 자정까지
cli-arg-always = 회수할 때까지(기본값)
cli-arg-extend-always = 회수할 때까지
cli-arg-pause-for = 이 기간 동안. 예: 30m. 지정하지 않으면 재개할 때까지
cli-arg-pause-app = 이 이름의 앱이 사용하는 것만
cli-arg-pause-ahead = 아직 없는 앱을 미리 일시 중지
cli-arg-resume-app = 따로 일시 중지된 이 이름의 앱
cli-arg-narrow-session = 세션 목록에 있는 번호
cli-arg-narrow-folder = 세션에 있는 폴더
cli-arg-grant = 폴더 목록의 번호 또는 경로
cli-arg-grants = 폴더 목록의 번호, 또는 경로와 선택적으로 서버
cli-arg-all = 부여한 모든 접근 권한
cli-arg-again-all = 종료된 모든 항목
cli-arg-requests-missed-clear = 목록에서 지웁니다
cli-arg-status-clear = 알림을 목록에서 지웁니다
cli-arg-folders-clear = 끝난 항목을 목록에서 지웁니다
cli-arg-requests-next-count = 개수. 지정하지 않으면 1
cli-arg-from = 파일, 링크, 또는 표준 입력을 뜻하는 -
cli-arg-repository = 폴더 대신 그 폴더가 속한 저장소를 제안합니다
cli-arg-sessions = 세션 목록의 번호. 여러 개 지정 가능
cli-arg-end-app = 이 이름의 앱이 사용하는 모든 것
cli-arg-client = 예: cursor, claude-code. paddock apps 참고
cli-arg-apps-ask-client = 예: cursor. 또는 앱의 구성에 적힌 다른 앱 이름
cli-app-ask-question = { $app } 앱의 세션에서 앱이 직접 묻지 못하는 서버의 요청을 Paddock에서 묻도록 하시겠습니까?

    서버는 양식 작성, 웹 페이지 방문, 언어 모델의 답변을 요청할 수 있습니다.
cli-listen-question = { $server } 서버의 요청을 다시 받을까요? 요청은 paddock requests에서 기다립니다.
cli-renames = { $server }의 이름을 { $name }(으)로 바꿀까요? 앱은 이름으로 서버를 시작합니다. 그다음부터 { $name } 항목은 이 서버를 시작합니다.
cli-asking-question = { $server } 서버가 한 시간에 요청 { $requests }개를 보내고 하루에 모델 토큰 { $tokens }개를 쓰도록 하시겠습니까?
cli-next-question = { $server } 서버의 다음 요청 { $count }개를 묻지 않고 통과시키겠습니까?
cli-nothing-proposed = 명령에 제안할 수 있는 폴더가 없습니다.
cli-app-asks-here = 앱이 직접 묻지 못하는 서버의 요청을 Paddock에서 묻습니다.
cli-app-asks-itself = 이 앱의 서버는 앱이 허용하는 것만 요청할 수 있습니다.
cli-arg-entries = 항목 이름. 지정하지 않으면 모두
cli-arg-yes = 먼저 묻지 않음. 서버는 여전히 신뢰를 기다림
cli-arg-request = 요청 번호
cli-arg-requests-show-request = 요청 번호, 또는 call-3, place-2, attempt-1-5처럼 목록에 있는 것
cli-arg-requests-deny-request = 요청 번호, 또는 call-3, place-2, attempt-1-5처럼 목록에 있는 것
cli-arg-requests-allow-which = 예: call-3, destination-5, sending-2
cli-arg-requests-grant-which = 예: place-2 또는 attempt-1-5
cli-arg-session = 세션이 계속되는 동안 이 도구의 모든 호출을 통과시킴
cli-arg-requests-allow-always = 앞으로 이 앱이 하는 이 도구의 모든 호출을 통과시키거나 서버의 연결을 허용
cli-arg-requests-allow-for = 이 기간 동안 서버의 연결을 허용. 예: 30m(지정하지 않으면 1시간). 호출은 1h
cli-arg-requests-allow-this-run = 서버가 실행되는 동안 연결을 허용
cli-arg-requests-allow-unlimited = 자정까지 서버가 제한 없이 보내도록 허용
cli-arg-destination = 예: api.example.com, *.example.com, 10.0.0.0/8, localhost:5432
cli-arg-destinations-server = 이 서버만
cli-arg-scope = all 또는 app
cli-arg-rule = allowed, ask, off 또는 none
cli-arg-rules-app = 이 이름의 앱에만 적용
cli-arg-accept = 지금 상태로 수락
cli-arg-hold = 변경된 도구의 호출이 답을 기다리게 함
cli-arg-text = 직접 쓴 답. -는 표준 입력에서 읽음
cli-arg-values = JSON 객체로 작성한 양식. -는 표준 입력에서 읽음
cli-arg-field = 양식의 필드 하나. 여러 개 지정 가능
cli-arg-model = 모델이 답변을 쓰게 하고 검토
cli-arg-block = 다시 묻지 않기: 이 서버의 요청을 차단하거나, 이 앱에서 도구를 끄거나, 서버가 실행되는 동안 폴더를 거부
cli-arg-which = 기다리는 항목. 예: c3, p1
cli-arg-activity-text = 경로, 서버 이름 또는 세부 정보에 이 텍스트가 있는 것만
cli-arg-activity-app = 이 앱의 세션에서 일어난 것만
cli-arg-activity-tool = 이 도구의 호출만
cli-arg-activity-result = 완료(done), 차단(blocked), 실패(failed) 중 하나만
cli-arg-activity-until = 이 시각 이전만. 예: 1h, 2026-11-22
cli-arg-kind = 이 종류만. 예: granted, tool-called. 여러 개는 쉼표로 구분
cli-arg-since = 이 시각부터. 2h, today, 2026-11-22 또는 2026-11-22T14:00
cli-arg-count = 최대 이 개수까지(기본값 50)
cli-arg-activity-follow = 새로 일어나는 일을 계속 표시
cli-arg-export = 모두 이 파일에 씀(본인만 읽을 수 있음). -는 표준 출력에 씀
cli-arg-format = jsonl 또는 csv(지정하지 않으면 파일 이름에 따름)
cli-arg-delete = 지금까지의 활동을 모두 삭제. 사람이 동의해야 함
cli-arg-keep-days = 활동을 이 일수 동안 보관
cli-arg-keep-megabytes = 활동이 이 크기(MB)를 넘으면 가장 오래된 것부터 삭제
cli-arg-keep-paths = 호출에 적힌, 허용된 폴더 안의 경로를 기록하거나 기록하지 않음
cli-arg-keep-arguments = 도구를 호출한 인수를 기록하거나 기록하지 않음
cli-arg-tier = 여기서 작동하는 최선의 방법 대신 live-mounts 또는 landlock 사용
cli-arg-markdown = Markdown으로 출력
cli-arg-on = on 또는 off
cli-arg-stay = 필요한 곳이 없어도 종료하라고 할 때까지 계속 실행
cli-arg-shell = bash, zsh 또는 fish
cli-arg-man-command = 예: grant, servers add
cli-arg-dir = 저장할 폴더
cli-see-help = 자세히: paddock --help
cli-unknown-argument = 예상하지 못한 인수입니다: { $argument }.
cli-unknown-command = { $value } 명령이 없습니다.
cli-no-value = { $argument }에는 값이 필요합니다.
cli-wrong-value = { $argument }에 쓸 수 없는 값입니다: { $value }
cli-conflict = 함께 쓸 수 없는 인수입니다: { $argument }, { $value }
cli-missing = 빠진 인수: { $argument }
cli-missing-command = 할 일을 지정하세요.
cli-no-text = 올바른 텍스트가 아닌 인수가 있습니다.
cli-did-you-mean = 비슷한 것: { $names }
cli-one-of = 다음 중 하나입니다: { $names }
cli-hint-time = 시간은 30m, 1h30m 또는 2d처럼 씁니다.
cli-hint-since = 2h, today, 2026-11-22 또는 2026-11-22T14:00처럼 씁니다.
cli-hint-pair = NAME=VALUE 형식으로 씁니다.
cli-hint-size = 크기는 512MB처럼 숫자에 MB 또는 GB를 붙여 쓰거나 none으로 씁니다.
cli-hint-sent = 크기는 10MB처럼 숫자에 kB, MB 또는 GB를 붙여 쓰거나 none으로 씁니다.
cli-hint-number = 목록에 표시된 번호입니다.
cli-hint-count = 50과 같은 정수입니다.
cli-hint-waiting = 목록에 표시된 대로 c3 또는 p1처럼 씁니다.
cli-hint-asked = 목록에 표시된 대로 41, call-3, place-2, destination-5 또는 attempt-1-5처럼 씁니다.
cli-attempt-offer = 이를 위해 권한을 부여할 수 있는 폴더
cli-attempt-needs = 이를 위해 필요한 권한
cli-attempt-no-offer = 이를 위해 권한을 부여하기에 알맞은 폴더가 없습니다.
cli-head-id = ID
cli-head-server = 서버
cli-head-app = 앱
cli-head-state = 상태
cli-head-kept = 제한 수단
cli-head-command = 명령
cli-head-folder = 폴더
cli-head-access = 접근 수준
cli-head-until = 기한
cli-head-since = 시작
cli-head-reaches = 사용 가능
cli-reaches-all = 사용자가 읽을 수 있는 모든 것
cli-head-path = 경로
cli-head-answer = 결과
cli-head-tool = 도구
cli-head-address = 주소
cli-head-name = 이름
cli-head-prompt = 프롬프트
cli-head-values = 값
cli-head-key = 키
cli-head-models = 모델
cli-head-rule = 규칙
cli-head-file = 파일
cli-head-entry = 항목
cli-head-how = 방식
cli-head-runs = 실행 명령
cli-head-about = 내용
cli-head-kind = 종류
cli-head-destination = 연결 대상
cli-head-seen = 연결 수
cli-head-sent = 보냄
cli-head-received = 받음
cli-head-used = 마지막 사용
cli-head-what = 내용
cli-no-apps = Paddock이 아는 AI 앱을 여기에서 찾지 못했습니다.
cli-app-no-config = 아직 구성 파일 없음
cli-app-empty = 항목 없음
cli-app-direct = 직접
cli-app-through = Paddock을 거쳐 { $server } 서버로
cli-app-remote = 원격
cli-app-own = 앱의 일부
cli-app-unreadable = 읽을 수 없음: { $why }
cli-app-not-written = 변경할 수 없음: { $why }
cli-app-as-before = Paddock 밖에서 원래대로 바뀜
cli-app-changed = 연결한 뒤에 변경됨
cli-app-unsure = 비교할 수 없음
cli-app-lost = { $entry } 항목을 연결했지만 더 이상 { $path } 파일에 없습니다.
cli-install-title = 번들에서 서버를 추가합니다: { $name }
cli-updated = { $server } 서버(#{ $id })는 명령을 신뢰하면 새 번들로 실행됩니다.
cli-install-version = 버전
cli-install-author = 작성자
cli-install-description = 설명
cli-install-claims = 모두 번들이 스스로 밝힌 내용이며, 확인된 것이 아닙니다.
cli-install-update = { $server } 서버는 같은 이름의 번들로 실행되고 있으며, 이 번들로 변경됩니다. 폴더, 연결 대상, 규칙은 그대로 유지됩니다. 두 번들의 작성자가 같다는 증거는 없습니다. 명령을 신뢰할지 다시 묻습니다.
cli-install-stranger = { $server } 서버는 작성자가 { $author }(이)라고 밝힌 같은 이름의 번들로 실행되고 있습니다. 이 번들은 다른 작성자를 밝힙니다.
cli-install-unreadable = { $server } 서버가 실행되고 있는 번들을 더 이상 읽을 수 없어 비교할 수 없습니다.
cli-install-waits = 번들을 풀기만 하고 아직 아무것도 실행하지 않습니다. 서버는 명령을 신뢰할 때까지, 폴더는 접근 권한을 부여할 때까지 기다립니다.
cli-install-number = 숫자입니다.
cli-install-boolean = true 또는 false를 입력하세요.
cli-install-directory = 폴더입니다. 접근 권한을 부여한 뒤에만 서버가 사용할 수 있습니다.
cli-install-file = 파일입니다. 파일이 있는 폴더에 접근 권한을 부여한 뒤에만 서버가 사용할 수 있습니다.
cli-install-usual = 아무것도 입력하지 않으면: { $value }
cli-install-optional = 비워 두어도 됩니다.
cli-install-more = 하나 더 입력하거나, 계속하려면 비워 두세요.
cli-connect-title = { $app } 앱이 실행하는 것은 앱이 다음에 시작될 때부터 Paddock을 거칩니다.
cli-connect-link = 이 파일은 링크입니다. 실제로 변경되는 파일: { $path }
cli-connect-new = { $entry } 항목을 새 서버로 추가합니다. 서버 이름: { $server }
cli-connect-there = { $entry } 항목은 명령이 같은 { $server } 서버를 사용합니다
cli-connect-env = Paddock으로 옮기는 변수: { $names }
cli-connect-env-file = { $path } 파일에서 읽은 변수: { $names }
cli-connect-folders = 명령에 적힌 폴더(권한은 직접 부여): { $names }
cli-connect-unset = 값이 없어 설정하지 않는 변수: { $names }
cli-connect-lost = 앱만 채울 수 있어 없어지는 항목: { $names }
cli-connect-skipped = { $entry } 항목은 그대로 둡니다: { $why }
cli-skipped-through = 이미 Paddock을 거칩니다
cli-skipped-needs-app = 앱만 채울 수 있는 { $placeholder } 값이 필요합니다
cli-skipped-asks = { $value } 값이 필요합니다. --yes 없이 이름을 지정해 연결하면 입력할 수 있습니다
cli-skipped-elsewhere = 샌드박스 밖에서 동작하는 { $program } 프로그램을 실행합니다
cli-skipped-remote = 다른 곳에 있는 서버({ $host })라서 여기서 실행하는 것이 없습니다
cli-skipped-own = 앱의 일부이며 명령을 실행하지 않습니다
cli-connect-waits = 이것으로 서버에 주어지는 권한은 없습니다. 새 서버는 명령을 신뢰할 때까지, 폴더는 접근 권한을 부여할 때까지 기다립니다.
cli-connect-taken-back = 이를 위해 추가한 서버를 다시 제거했습니다: { $names }
cli-connect-left = 이를 위해 추가한 서버를 제거하지 못했습니다: { $names }
cli-connect-partly = 다음 파일은 먼저 저장되어 연결된 상태로 남습니다: { $names }
cli-connected = { $app } 앱을 연결했습니다. 앱이 다음에 시작될 때부터 Paddock을 사용합니다.
cli-connected-left = 아직 하지 않았다면 남은 일:
cli-disconnect-title = { $app } 앱의 항목은 다음과 같이 됩니다.
cli-disconnect-direct = 앱이 이 서버들을 다시 직접 실행하며, 서버는 사용자가 읽을 수 있는 것을 모두 읽을 수 있게 됩니다.
cli-disconnect-restored = 원래대로 돌아감
cli-disconnect-as-before = 이미 원래와 같음
cli-disconnect-left = 그 뒤에 변경되어 그대로 둠
cli-disconnect-gone = 더 이상 없음
cli-disconnected = { $app } 앱의 항목을 되돌렸습니다. 서버는 Paddock에 남습니다. 제거하려면: paddock servers remove
cli-not-running = Paddock 백그라운드 서비스가 실행 중이 아닙니다.
cli-host-runs = Paddock 백그라운드 서비스({ $version })가 이미 실행 중입니다. 아무것도 시작하지 않았습니다. 새로 시작하려면 먼저 paddock quit으로 종료하세요. 그러면 그 서버도 중지됩니다.
cli-running = Paddock { $version } 버전이 실행 중입니다.
cli-status-servers = { $count ->
   *[other] 서버 { $count }개, 실행 중 { $running }개
}
cli-status-not-enforced = 강제 적용 안 됨: { $servers }
cli-status-failed = 실패: { $servers }
cli-status-needs-trust = 아직 신뢰하지 않음: { $servers }
cli-status-grants = { $count ->
    [0] 폴더 접근 권한 없음
   *[other] 접근 권한 { $count }개
}
cli-status-sessions = { $count ->
   *[other] 앱 세션 { $count }개: paddock sessions
}
cli-status-consents = { $count ->
   *[other] 동의를 기다리는 항목 { $count }건: paddock consents
}
cli-status-requests = { $count ->
   *[other] 답을 기다리는 요청 { $count }건: paddock requests
}
cli-lifetime-until = { $time }까지({ $left })
cli-day-and-time = { $day } { $time }
cli-lifetime-for = { $hours ->
    [0] { $minutes }분
   *[other] { $hours }시간 { $minutes }분
}
cli-done = 완료했습니다.
cli-already-so = 이미 그렇게 되어 있습니다. 아무것도 변경하지 않았습니다.
cli-retention = 활동 보관: { $keep }
cli-agreed = 동의했습니다. 처리되었습니다.
cli-waits = { $id } 항목으로 동의를 기다립니다.
cli-waits-as = 지정한 대로 동의하려면: { $command }
cli-in-window = Paddock 창에서 동의를 기다리고 있습니다({ $id }). Ctrl+C를 누르면 창에서 기다리는 상태로 둡니다.
cli-answered-elsewhere = 다른 곳에서 답했습니다.
cli-yes = yes
cli-type-yes = 동의하려면 { $yes }, 거절하려면 다른 것을 입력하세요:
cli-asked-by = 요청한 곳
cli-by-window = Paddock 창
cli-by-program = { $path }({ $parent } 프로그램이 시작함)
cli-trusted-before = 이전에 신뢰한 내용
cli-consent-lifetime = { $server } 서버가 { $folder } 폴더를 더 오래 사용하도록 허용하시겠습니까?
cli-consent-again = { $server } 서버에 { $folder } 폴더 접근 권한을 다시 부여하시겠습니까?
cli-consent-confinement = { $server } 서버의 보호를 변경하시겠습니까?
cli-consent-no-ask-first = 권한을 부여하지 않은 것에 처음 접근하려 할 때 더 이상 답을 기다리지 않습니다.
cli-consent-resume = 일시 중지가 끝나기 전에 모든 서버를 다시 시작하시겠습니까?
cli-consent-terminal = 이 컴퓨터의 터미널에서 사람이 동의할 수 있게 하시겠습니까?
cli-consent-terminal-means = 그러면 사용자의 터미널에 입력할 수 있는 누구나 사용자 대신 동의할 수 있습니다. AI 에이전트처럼 사용자를 위해 명령을 실행하는 프로그램은 자체 터미널을 열어 입력할 수 있습니다.
cli-what-trust = 명령 신뢰
cli-what-confinement = 보호 변경
cli-what-terminal = 터미널에서 동의
cli-what-secrets-in-file = Paddock 자체 파일에 비밀 정보 보관
cli-what-provider = { $address }에 요청 보내기
cli-what-no-rule = 모든 앱과 동일
cli-what-not-held = 변경된 도구의 호출이 답을 기다리지 않음
cli-what-changed = 변경된 도구 수락
cli-what-most-sent = 하루에 보낼 수 있는 양: { $size }
cli-what-send-today = 보낼 수 있는 양: { $size }
cli-what-destination = { $destination }에 연결, { $duration }
cli-what-forget = { $destination } 연결을 다시 묻기
cli-no-consents = 동의를 기다리는 항목이 없습니다.
cli-no-servers = 서버가 없습니다.
cli-no-tools = 도구가 없습니다.
cli-limits-shown = { $limit }. { $held }
cli-no-resources = 리소스가 없습니다.
cli-no-suggestions = 제안이 없습니다.
cli-no-prompts = 프롬프트가 없습니다.
cli-no-messages = 그런 메시지는 보관되어 있지 않습니다.
cli-no-providers = 설정된 언어 모델 공급자가 없습니다.
cli-role-user = 사용자:
cli-role-assistant = 어시스턴트:
cli-key-none = 없음
cli-key-kept = 키링에 있음
cli-key-until-quit = Paddock을 종료할 때까지
cli-no-rules = 규칙이 없습니다.
cli-no-destinations = 아직 결정한 연결 대상이 없습니다.
cli-destination-asked = 결정 대기 중: { $which }
cli-no-changed = 처음 확인한 뒤 변경된 도구가 없습니다.
cli-nothing-ended = 끝난 권한이 없습니다.
cli-connects = 연결
cli-no-sessions = 서버를 사용하는 앱이 없습니다.
cli-added = { $server } 서버를 #{ $id } 번호로 추가했습니다. 읽고 신뢰하세요: paddock servers trust "#{ $id }"
cli-edited = 완료했습니다. { $server } 서버는 바꾼 명령을 신뢰하면 시작됩니다: paddock servers trust { $argument }
cli-call-waits = { $server } 서버가 답변을 기다리고 있습니다: paddock requests
cli-propose = 허용할지 묻게 하려면: paddock servers propose "#{ $id }"
cli-revoked = { $count ->
   *[other] 접근 권한 { $count }개를 회수했습니다.
}
cli-revoked-all = 모든 접근 권한을 회수했습니다.
cli-ended = { $count ->
   *[other] 세션 { $count }개를 종료했습니다.
}
cli-why = 이유
cli-log-stderr = stderr
cli-log-message = 메시지
cli-log-of-session = { $source }, 세션 { $session } ({ $app })
cli-broken-promise = 결과가 선언한 것과 맞지 않습니다: { $reason }
cli-part-bytes = [{ $kind }, { $size }]
cli-request-waiting = 답을 기다림
cli-required = (필수)
cli-answer = 답:
cli-answer-title = { $server } 서버가 다음을 묻습니다.
cli-review = 답변이 검토를 기다립니다. 전달하려면: paddock requests answer { $id }
cli-doctor-title = Paddock { $version }
cli-doctor-host = 백그라운드 서비스 실행 중: 버전 { $version }, 소켓 { $socket }
cli-doctor-program = { $name }: { $path }
cli-doctor-no-program = { $name } 파일이 없습니다. 있어야 할 위치: { $path }. Paddock을 다시 설치하세요.
cli-doctor-limit = { $name }: { $limit }
cli-doctor-low-limit = { $name } 값이 { $limit }밖에 되지 않아 폴더의 변경을 놓칠 수 있습니다. sysctl로 fs.inotify.{ $name } 값을 높이세요.
cli-doctor-enforced = 이 컴퓨터는 서버를 허용된 폴더 안으로 제한할 수 있습니다.
cli-doctor-consent-both = 동의는 Paddock 창이나 터미널에서 합니다.
cli-doctor-consent-window = 동의는 터미널이 아니라 Paddock 창에서 합니다.
cli-doctor-consent-terminal = 동의는 터미널에서 합니다. 이 세션에는 Paddock 창을 표시할 데스크톱이 없습니다.
cli-doctor-consent-nowhere = 여기서는 아무도 동의할 수 없습니다. 동의는 Paddock 창에서만 하는데, 이 세션에는 창을 표시할 데스크톱이 없습니다. 이 컴퓨터의 데스크톱에서 동의하거나, 그곳의 설정에서 터미널에서의 동의를 허용하세요.
cli-doctor-keyring = 공급자의 키는 키링에 있습니다.
cli-doctor-secrets = 서버의 비밀 정보는 키링에 있습니다.
cli-doctor-needs-trust = 아직 신뢰하지 않음. 명령을 읽고 paddock servers trust로 신뢰하거나 서버를 제거하세요.
cli-doctor-secrets-in-file =
    { $count ->
       *[other] 서버의 비밀 정보 { $count }개가
    } 키링이 아니라, 사용자 계정만 읽을 수 있는 Paddock 자체 파일(모드 0600)에 있습니다. 키링의 잠금을 풀거나 설치한 뒤 paddock keyring-only { $again } 명령을 실행하세요. 이 설정은 그대로 두고 비밀 정보를 키링으로 옮깁니다.
cli-secret = { $name } 변수의 값은 입력하는 동안 표시되지 않습니다. 키링이 있으면 값은 키링에 보관됩니다.
cli-secret-prompt = 값:
cli-key = { $name }의 키는 입력하는 동안 표시되지 않습니다. 키링에 저장되며, 키링이 없으면 Paddock을 종료할 때까지 보관됩니다.
cli-key-prompt = 키: 
cli-doctor-no-keyring = 키를 보관할 키링이 없어 Paddock을 종료하면 키를 잊습니다. 키링의 잠금을 풀거나 설치하세요.
cli-bad-arguments = 이해할 수 없습니다: { $reason }
cli-server = { $server }, 폴더 제한 수단: { $tier }
cli-by-tool = 서버의 자체 도구를 통해:
cli-allowed = 허용됨
cli-blocked = 차단됨
cli-blocked-by = 운영 체제가 차단함({ $error })
cli-refused = 서버가 거부함
cli-leak = 누출
cli-kept-out = 잘못 차단됨
cli-holds = 모두 예상대로입니다.
cli-holds-unasked = 경계가 지켜집니다. 명령에 아무것도 묻지 않았으므로, 이것이 작동하는 MCP 서버라는 것까지 보여 주지는 않습니다.
cli-leaks = 예상과 다른 것이 있습니다. ✗ 표시를 찾으세요.
cli-system = 이 컴퓨터({ $system })에서 강제 적용할 수 있는 것:
cli-system-printed = { $system }에서 `paddock system --markdown` 명령으로 출력했습니다. 이 명령은 실행한 시스템에 해당하는 내용을 출력합니다.
cli-tier-best = 작동하며 사용 중
cli-system-nothing = 여기에는 서버를 허용된 폴더 안으로 제한할 수단이 없습니다. 강제 적용 없이 실행하도록 허용하지 않는 한 서버는 시작되지 않습니다.
cli-system-unknown = 이 컴퓨터에서 무엇을 강제 적용할 수 있는지 Paddock이 알아내지 못했습니다. 이 프로그램 옆에 있어야 할 paddock-sandbox가 응답하지 않았습니다.
cli-system-group = systemd는 서버 전체에 두 한도를 적용할 수 있습니다. 패키지로 설치한 경우: systemctl --user enable --now paddock-host
cli-system-gaps = { $tier } 방식에서 서버가 권한 밖의 것에 할 수 있는 일입니다. 내용은 노출되지 않습니다.
cli-gap-signals = 사용자의 다른 프로그램에 신호 보내기.
cli-gap-command-lines = 사용자의 다른 프로그램의 명령줄 보기.
cli-gap-existence = 무언가가 존재하는지, 크기와 시각이 어떤지 보기.
cli-gap-metadata = 사용자가 소유한 것의 모드, 소유자, 시각 변경하기.
