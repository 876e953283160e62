### Every word a person reads: the window, the tray, the notifications and the command line.
### Plain messages only, so that every Fluent implementation reads them alike.

## The window

app-name = Paddock
nav-label = Ansichten
nav-access = Zugriff
nav-servers = Server
nav-apps = Apps
nav-requests = Anfragen
nav-activity = Aktivität
nav-settings = Einstellungen
nav-skip = Zum Inhalt springen
nav-shortcuts = Tastenkürzel
nav-failed = { $count ->
    [one] { $count } Server braucht Aufmerksamkeit
   *[other] { $count } Server brauchen Aufmerksamkeit
}
nav-waiting = { $count ->
    [one] { $count } Anfrage wartet auf Sie
   *[other] { $count } Anfragen warten auf Sie
}
loading = Wird geladen …
not-loaded = Paddock antwortet nicht
try-again = Erneut versuchen
apart = ,
pair = { $first }, { $second }
drop-hint = Ordner hier ablegen, um Zugriff anzufragen
drop-detail = Nichts wird freigegeben, bevor Sie zustimmen.
copy = Kopieren
copied = Kopiert
copy-failed = Das konnte nicht kopiert werden. Markieren Sie stattdessen den Text.
dismiss = Ausblenden
cancel = Abbrechen
close = Schließen
notices-label = Hinweise
when-yesterday = gestern, { $time }

pause-menu = Alle Server pausieren
pause-15 = 15 Minuten lang
pause-open = Bis zum Fortsetzen
paused-open = Alle Server sind pausiert und bleiben gestoppt, bis Sie sie fortsetzen.
paused-until = Alle Server sind bis { $time } pausiert und starten dann wieder.
app-paused-open = { $app } ist pausiert: Ihre Server bleiben angehalten, bis Sie fortsetzen.
app-paused-until = { $app } ist pausiert: Ihre Server starten um { $time } wieder.
apps-paused-many = { $count } weitere Apps sind pausiert. Alle auflisten: paddock status
app-pause-named = { $app } pausieren
app-resume-named = { $app } fortsetzen
resume = Jetzt fortsetzen

## Words used in several places

access-read = Nur lesen
access-write-guarded = Schreiben, außer was ausgeführt wird
access-write-commits = Schreiben und committen
access-read-write = Alles schreiben
lifetime-one-hour = 1 Stunde
lifetime-this-run = Solange der Server läuft
lifetime-until-midnight = Bis Mitternacht
lifetime-always = Bis auf Widerruf
lifetime-until = Bis { $time }
lifetime-for = { $minutes } Minuten
scope-all = Alle Ordner dieses Servers
scope-where-app-works = Nur wo die App arbeitet
network-mode-off = Aus
network-mode-ask = Vorher fragen
network-mode-open = Offen
destination-any = alle Namen im Internet
destination-under = alle Namen unter { $name }
destination-address = die Adresse { $address }
destination-range = die Adressen { $range }
destination-this-computer = ein Programm auf diesem Computer an Port { $port }
destination-every-port = alle Programme auf diesem Computer
destination-ports = { $port ->
    [web] 80 und 443
   *[other] { $port }
}
rule-allowed = Erlaubt
rule-ask = Vorher fragen
rule-off = Aus
every-app = Jede App
left-days = { $days ->
    [one] { $days } Tag übrig
   *[other] { $days } Tage übrig
}
left-hours = { $hours } Std. { $minutes } Min. übrig
left-minutes = { $minutes } Min. übrig
left-soon = Weniger als 1 Minute übrig
left-ending = Endet …
reach-missing = Nicht vorhanden. Der Zugriff ist ausgesetzt, bis der Ordner wieder da ist.
reach-replaced = Hier liegt jetzt ein anderer Ordner, deshalb ist der Zugriff ausgesetzt. Prüfen Sie ihn, oder widerrufen Sie den Zugriff.
reach-not-a-folder = Das ist kein Ordner mehr. Der Zugriff ist ausgesetzt.
reach-denied = Ihr Konto darf diesen Ordner nicht mehr öffnen. Der Zugriff ist ausgesetzt.
reach-next-start = Vorhanden, aber für den laufenden Server nicht erreichbar. Ab seinem nächsten Start kann der Server den Ordner verwenden.
reach-not-let-in = Freigegeben, aber nicht zugänglich: Der Ordner enthält Paddocks eigene Daten, oder das System hat ihn verweigert. Geben Sie die Ordner darin frei, die gebraucht werden.
reach-ok = Erreichbar
not-enforced = Nicht durchgesetzt
not-enforced-here = Hier nicht durchgesetzt: Dieser Server kann alles lesen, was Ihr Konto lesen kann.
restart-server = Server neu starten
folders-in-command = Seine Ordner sind Teil seines Befehls, deshalb startet er bei einer Änderung neu.
path-expand = Ganzen Pfad { $path } anzeigen
path-copy = Pfad { $path } kopieren
quoted = „{ $name }“
server-gone = Entfernter Server

## The first minute

welcome-title = Willkommen bei Paddock
welcome-lead = Sie entscheiden, auf welche Ordner jeder Server zugreifen darf. Das Betriebssystem setzt es durch.
welcome-skip = Vorerst überspringen
welcome-done = Fertig
welcome-show = Erste Schritte
welcome-looking = KI-Apps auf diesem Computer werden gesucht …
welcome-found = Gefunden: { $list }.
welcome-found-app = { $count ->
    [one] { $count } Server in { $app }
   *[other] { $count } Server in { $app }
}
welcome-reach = { $count ->
    [one] Dieser Server kann alles lesen, was Sie lesen können.
   *[other] Diese Server können alles lesen, was Sie lesen können.
}
welcome-connect = { $count ->
    [0] Server verbinden …
    [one] { $count } Server verbinden …
   *[other] { $count } Server verbinden …
}
welcome-connect-next = Ihre Apps behalten ihre Server, und Paddock beschränkt jeden davon auf seine Ordner. Sie sehen zuerst jede Änderung, wählen dann die Ordner und bestätigen, dass Sie dem jeweiligen Befehl vertrauen.
welcome-left = Verbundene Server
welcome-no-folder = { $server } hat noch keinen Ordner und sieht deshalb keine Ihrer Dateien.
welcome-choose-folder = Ordner wählen …
welcome-nothing-found = Keine KI-App auf diesem Computer hat Server, die sich verbinden lassen. Probieren Sie Paddock mit seinem eigenen Server aus.
welcome-granted = { $server } darf { $folder } verwenden.
welcome-tried = Er arbeitet in seinem Ordner.
welcome-folder-title = Ordner wählen
welcome-folder = { $server } sieht keine Ihrer Dateien, bis Sie einen Ordner freigeben. Wählen Sie einen zum Ausprobieren. Der Server darf darin nur lesen, und Sie können das jederzeit widerrufen.
welcome-try-title = Ausprobieren
welcome-try = Lassen Sie { $server } auflisten, was in { $folder } liegt.
welcome-try-it = Ausprobieren
welcome-go-on = Weiter
welcome-prove-title = Schutz an { $folder } nachweisen
welcome-prove = Paddock lässt { $server } im Ordner und außerhalb lesen und zeigt, was das Betriebssystem getan hat.
welcome-proof-tried = Was { $server } versucht hat
welcome-proof-before = Ohne Paddock
welcome-proof-now = Jetzt
welcome-proof-inside = Im eigenen Ordner lesen
welcome-proof-outside = Außerhalb der eigenen Ordner lesen
welcome-proof-untried = Nicht versucht
welcome-proof-unreadable = Auch Ihr Konto kann es nicht lesen
welcome-proof-all = Alle Versuche
welcome-app-title = App verbinden
welcome-app-name = Meine App
welcome-app = Fügen Sie das in die MCP-Konfiguration Ihrer KI-App ein, mit ihrem Namen anstelle von „{ $name }“. Die App verwendet den Server dann über Paddock.
welcome-show-apps = Apps anzeigen

## Access

access-title = Zugriff
access-lead = Die Ordner, auf die Ihre Server zugreifen dürfen.
access-add = Ordner hinzufügen
access-add-more = Weitere Wege, Ordner hinzuzufügen
access-add-workspace = Aus einer Arbeitsbereichsdatei …
access-revoke-all = Gesamten Zugriff widerrufen
access-revoke-all-stops = Damit wird auch gestoppt: { $servers }. Ein Server ohne Durchsetzung würde sonst weiterlesen.
access-revoke-all-connects = { $count ->
    [one] Damit wird auch { $count } Ziel zurückgenommen, mit dem sich Server verbinden dürfen.
   *[other] Damit werden auch { $count } Ziele zurückgenommen, mit denen sich Server verbinden dürfen.
}
access-everything = Alles, was Sie lesen können
access-unenforced-list = Server ohne Durchsetzung
access-unenforced-stop = Stoppen
access-unenforced-stop-label = { $server } stoppen
access-view = Anordnen
access-by-folder = Nach Ordner
access-by-server = Nach Server
access-grid = Raster
access-empty-title = Kein Zugriff auf Ordner
access-empty = Server können starten, sehen aber keine Ihrer Dateien außer denen, die ihre eigenen Programme brauchen.
access-empty-told = Server können starten, und Server mit Durchsetzung sehen keine Ihrer Dateien. Ein Server ohne Durchsetzung kann sie trotzdem lesen.
access-empty-how = Fügen Sie hier einen Ordner hinzu, oder legen Sie einen irgendwo in diesem Fenster ab. Sie bestimmen, welcher Server ihn verwenden darf und wie lange.
access-empty-bundled = { $server } gehört zu Paddock. Damit können Sie es gleich ausprobieren.
access-list-folders = Ordner mit Zugriff
access-list-servers = Server mit Zugriff
access-told-waiting = Benachrichtigt; hat seine Ordner noch nicht neu gelesen
access-told-waiting-for-call = Erfährt es mit seinem nächsten Aufruf
access-told-never-asked = Hat noch nie nach seinen Ordnern gefragt
access-told-starting = Server startet
access-used = Zuletzt verwendet: { $time }, { $by }
access-unused = Noch keine Verwendung bemerkt
access-suspended = Ausgesetzt
access-held-back = Vorerst nur lesen: Der darin liegende schreibgeschützte Ordner { $folder } wurde verschoben. Legen Sie ihn zurück, oder widerrufen Sie den Zugriff darauf.
access-next-start = { $server } bekommt diesen Ordner mit dem nächsten Start.
access-next-start-label = { $server } neu starten, damit der Server { $folder } verwenden kann
access-inside = Innerhalb von { $folder }, worauf er bereits Zugriff hat
access-find = Ordner oder Server suchen
access-review = Prüfen
access-review-label = Ordner prüfen, der jetzt unter { $folder } liegt
access-revoked-all = { $count ->
    [one] { $count } Freigabe wurde widerrufen.
   *[other] { $count } Freigaben wurden widerrufen.
}
access-taken-back-all = { $count ->
    [one] { $count } Ziel wurde zurückgenommen.
   *[other] { $count } Ziele wurden zurückgenommen.
}
access-revoke = Widerrufen
access-revoke-label = Zugriff von { $server } auf { $folder } widerrufen
access-access-label = Was { $server } in { $folder } darf
access-lifetime-label = Wie lange { $server } auf { $folder } zugreifen darf
access-open-folder = { $folder } in der Dateiverwaltung anzeigen
access-add-server = { $folder } für einen weiteren Server freigeben …
access-folded-read = { $count ->
    [one] { $count } Freigabe, nur lesen
   *[other] { $count } Freigaben, nur lesen
}
access-folded-write = { $count ->
    [one] { $count } Freigabe mit Schreibzugriff
   *[other] { $count } Freigaben, davon { $writing } mit Schreibzugriff
}
access-no-grants = Keine Ordner
access-footnote = Nicht durchgesetzt: { $servers }. Wo nichts durchgesetzt wird, bekommt der Server nur gesagt, welche Ordner er verwenden soll. Er kann alles lesen, was Ihr Konto lesen kann.
ended-title = Beendet
ended-clear = Liste leeren
ended-revoked = Widerrufen: { $time }
ended-expired = Abgelaufen: { $time }
ended-run-ended = Mit dem Server beendet: { $time }
ended-again = Erneut freigeben
ended-again-all = { $count ->
    [one] Erneut freigeben …
   *[other] Alle erneut freigeben …
}
ended-again-label = Erneut freigeben: { $server }, { $folder }
ended-lingering = { $server } wurde angewiesen, den Ordner nicht mehr zu verwenden. Bis zum Neustart hält ihn hier nichts davon ab.
ended-restart = { $server } neu starten, damit { $folder } nicht mehr verwendet wird
ended-forget = { $folder } für { $server } vergessen

grid-label = Ordner und Server
grid-folder = Ordner
grid-none = Kein Zugriff
grid-timed = zeitlich begrenzt
grid-inherited = über { $folder }
grid-waits = wartet auf Ihre Zustimmung
grid-choices = Was { $server } in { $folder } darf
grid-review = Neuen Ordner prüfen
grid-grant = Freigeben …
grid-help = Die Pfeiltasten bewegen die Auswahl, Eingabe zeigt die Möglichkeiten. R: nur lesen. W: um „Schreiben, außer was ausgeführt wird“ bitten. Entf: widerrufen. Einschränkungen gelten sofort; Erweiterungen warten auf Ihre Zustimmung.

retention-with-paths = { $days ->
    [one] { $days } Tag, höchstens { $megabytes } MB, mit Pfaden
   *[other] { $days } Tage, höchstens { $megabytes } MB, mit Pfaden
}
retention-without-paths = { $days ->
    [one] { $days } Tag, höchstens { $megabytes } MB, ohne Pfade
   *[other] { $days } Tage, höchstens { $megabytes } MB, ohne Pfade
}
retention-with-arguments = { $days ->
    [one] { $days } Tag, höchstens { $megabytes } MB, mit allen Argumenten von Aufrufen
   *[other] { $days } Tage, höchstens { $megabytes } MB, mit allen Argumenten von Aufrufen
}

awaits = Wartet auf Ihre Zustimmung
awaits-what = Wartet auf Ihre Zustimmung: { $what }
awaits-show = Anzeigen
awaits-show-label = Anzeigen, was auf Ihre Zustimmung wartet: { $what }
waits-label = Wartet auf Sie: { $what }
waits-about = { $head }: { $about }
answer-now = Jetzt beantworten
awaiting = { $count ->
    [one] { $count } Frage wartet auf Ihre Zustimmung.
   *[other] { $count } Fragen warten auf Ihre Zustimmung.
}
awaiting-show-label = Anzeigen, was auf Ihre Zustimmung wartet

host-lost-title = Der Hintergrunddienst von Paddock wurde beendet
host-lost = Mit ihm wurden alle Server gestoppt. Was Sie hier sehen, ist der Stand davor.
host-lost-tries = Er wird neu gestartet.
host-lost-stays = Er wurde mehrmals hintereinander beendet und wird deshalb nicht mehr automatisch neu gestartet.
host-back = Der Hintergrunddienst von Paddock läuft wieder. Seine Server wurden gestoppt und laufende Aufrufe abgebrochen.

announce-consent = Eine Frage wartet auf Ihre Zustimmung.
announce-pick = { $folder } wartet auf Ihre Antwort.
announce-granted = { $folder } wurde für { $server } freigegeben.
announce-revoked = Der Zugriff von { $server } auf { $folder } wurde widerrufen.
announce-expired = Der Zugriff von { $server } auf { $folder } ist abgelaufen.
announce-run-ended = Der Zugriff von { $server } auf { $folder } endete mit dem Server.
announce-held = { $server } wartet auf Sie: Zugriffsversuch auf { $path }.
announce-call = { $app } wartet auf Sie: Das Tool { $tool } von { $server } soll aufgerufen werden.
announce-sending = { $server } hat heute { $size } gesendet, mehr ist nicht erlaubt. Der Server wartet.
announce-destination = { $server } möchte { $destination } erreichen.
announce-place = { $app } arbeitet in { $folder }, worauf { $server } keinen Zugriff hat.
announce-asks-model = { $server } bittet um die Antwort eines Modells.
announce-asks-form = { $server } bittet Sie, ein Formular auszufüllen.
announce-asks-url = { $server } bittet Sie, eine Webseite zu öffnen.
announce-answer-ready = Die Antwort für { $server } kann geprüft werden.
announce-answer-failed = Das Modell hat für { $server } nicht geantwortet.
announce-request-over = Eine Anfrage von { $server } endete ohne Ihre Antwort.
announce-server-failed = { $server } ist ausgefallen.
announce-server-running = { $server } läuft.

## Consent

consent-title-read = Darf { $server } in { $folder } lesen?
consent-title-write = Darf { $server } in { $folder } lesen und schreiben?
consent-title-none = Welcher Server darf { $folder } verwenden?
consent-title-refused = { $folder } kann nicht freigegeben werden
consent-server = Server
consent-command = Befehl
consent-fingerprint = Fingerabdruck { $fingerprint }
consent-bundled = Er gehört zu Paddock, deshalb muss keinem Befehl vertraut werden.
consent-no-fingerprint = Das Programm wurde noch nicht gefunden, deshalb gibt es keinen Fingerabdruck.
consent-folder = Ordner
consent-size = Größe
consent-size-whole = { $count ->
    [one] { $number } Datei, { $size }
   *[other] { $number } Dateien, { $size }
}
consent-size-part = { $count ->
    [one] Mindestens { $number } Datei, { $size }
   *[other] Mindestens { $number } Dateien, { $size }
}
consent-picked-as = Ausgewählt als { $path }, ein symbolischer Link auf diesen Ordner.
consent-window = Paddock: Ihre Zustimmung
consent-named-argument = Der Befehl des Servers nennt ihn: { $text }
consent-named-variable = Die Variable { $name } des Servers nennt ihn.
consent-named-start = Der Server soll darin starten.
consent-named-file = Genannt ist die Datei { $file } darin. Freigeben lässt sich nur ein ganzer Ordner.
consent-project = Erkannt
consent-repository = Dieser Ordner gehört zum Git-Repository { $folder }.
consent-repository-use = Stattdessen { $folder } anfragen
consent-access = Zugriff
consent-access-read-hint = Der Server darf ansehen, aber nichts ändern.
consent-access-guarded-hint = Er darf Dateien ändern und löschen, aber nicht den Git-Ordner, Hooks und Einstellungen, die Ihre Editoren, Agenten, Shells und Dev-Container ausführen.
consent-access-commits-hint = Er darf Dateien ändern und löschen und mit Git committen. Hooks und Einstellungen von Git schreibt er nicht, auch nicht, was Ihre Editoren, Agenten, Shells und Dev-Container ausführen. Aber Ihr eigenes Git richtet sich nach dem, was es im Git-Ordner findet und was committet wurde: Ein böswilliger Server kann es dazu bringen, Programme auszuführen oder anderswo zu schreiben. Wählen Sie das nur für einen Server, dem Sie dieses Repository anvertrauen.
consent-access-guarded-less-hint = Nichts auf diesem Computer kann solche Dateien unterscheiden, deshalb darf er nur ansehen.
consent-access-write-hint = Er darf Dateien ändern und löschen, auch solche, die Ihre anderen Programme ausführen: Hooks, Aufgaben, Einstellungen von Agenten.
consent-told-read-hint = Dem Server wird gesagt, dass er ansehen, aber nichts ändern darf.
consent-told-write-hint = Dem Server wird gesagt, dass er Dateien ändern und löschen darf.
consent-duration = Dauer
consent-duration-run-stopped = Endet, wenn der Server stoppt. Er ist gestoppt, die Dauer beginnt also mit seinem nächsten Start.
consent-enforcement = Durchsetzung
consent-enforced-live = Das Betriebssystem setzt das im laufenden Betrieb durch.
consent-enforced-restart = { $count ->
    [0] Das Betriebssystem setzt das durch; der Server startet neu, wenn Sie es ändern.
    [one] Das Betriebssystem setzt das durch; der Server startet neu, wenn Sie es ändern ({ $count } laufender Aufruf wird abgebrochen).
   *[other] Das Betriebssystem setzt das durch; der Server startet neu, wenn Sie es ändern ({ $count } laufende Aufrufe werden abgebrochen).
}
consent-enforced-none = Nichts auf diesem Computer kann das durchsetzen, deshalb bleibt der Server gestoppt.
consent-effect = Wirkung
consent-effect-running = { $server } erfährt es sofort. Es gibt keinen Neustart, und kein Aufruf wird abgebrochen.
consent-effect-restart = { $server } wird neu gestartet und hat den Ordner von Anfang an.
consent-effect-never-asked = { $server } läuft und hat noch nie nach Ordnern gefragt, bemerkt es also vielleicht nicht.
consent-effect-stopped = { $server } erfährt es beim Start.
consent-effect-untrusted = { $server } läuft erst, wenn Sie dem Befehl vertrauen.
consent-effect-paused = Die Server sind pausiert. { $server } erfährt es, wenn Sie sie fortsetzen.
consent-granted-to = Bereits freigegeben für { $servers }.
consent-replaces = { $server } hat bereits Zugriff auf diesen Ordner. Mit „Erlauben“ ersetzen Sie die bisherige Freigabe.
consent-type-name = Zum Erlauben { $folder } eintippen
consent-type-hint = Diesen Ordner freizugeben ist gefährlich. Geben Sie zur Bestätigung seinen Namen ein.
consent-sends-anywhere = { $server } darf sich überallhin verbinden und könnte das Gelesene an jeden im Internet senden.
consent-allow = Erlauben
consent-deny = Nicht erlauben
consent-later = Später entscheiden
consent-series = { $server } nennt { $count } Ordner, die auf Ihre Antwort warten.
consent-title-folders-read = { $count ->
    [one] Darf { $server } in { $count } Ordner lesen?
   *[other] Darf { $server } in { $count } Ordnern lesen?
}
consent-title-folders-write = { $count ->
    [one] Darf { $server } in { $count } Ordner lesen und schreiben?
   *[other] Darf { $server } in { $count } Ordnern lesen und schreiben?
}
consent-title-folders-none = Welche Ordner darf { $server } verwenden?
consent-folders = Ordner
consent-folders-hint = Was nicht angehakt ist, wird nicht freigegeben, und es wird nicht noch einmal danach gefragt.
consent-folders-tick = { $folder } freigeben
consent-series-none = Alle vorerst überspringen
consent-changed = Die Frage hat sich geändert. Lesen Sie sie noch einmal, bevor Sie antworten.
consent-unread = Es gibt noch mehr zu lesen: Scrollen Sie bis zum Ende, bevor Sie zustimmen.
consent-no-servers = Es gibt keinen Server, für den der Ordner freigegeben werden könnte. Fügen Sie zuerst einen hinzu.
consent-reached = { $server } hat von sich aus versucht, den Ordner zu öffnen.
consent-position = { $number } von { $count }
consent-previous = Vorherige Frage
consent-next = Nächste Frage
consent-put-off = Für später aufgehoben
consent-put-off-hint = { $count ->
    [one] { $count } Frage wartet noch. Sie können dieses Fenster schließen: Die Frage bleibt im Hauptfenster von Paddock, bis Sie sie beantworten.
   *[other] { $count } Fragen warten noch. Sie können dieses Fenster schließen: Die Fragen bleiben im Hauptfenster von Paddock, bis Sie sie beantworten.
}
consent-nothing = Nichts wartet auf Ihre Zustimmung
consent-nothing-hint = Sie können dieses Fenster schließen.
consent-keys = Strg+Eingabe erlaubt, Esc lässt die Frage warten.
consent-level-note = Hinweis
consent-level-amber = Vorsicht
consent-level-red = Gefahr
consent-level-refused = Abgelehnt

project-git = Git-Repository
project-rust = Rust
project-node = Node.js
project-python = Python
project-go = Go
project-java = Java
project-dotnet = .NET
project-ruby = Ruby
project-php = PHP

## Consent to what was asked for in the window, or by another program

asked-by = Angefragt von { $path }, nicht im Fenster von Paddock.
asked-by-started = Angefragt von { $path }, gestartet von { $parent }, nicht im Fenster von Paddock.
asked-by-hint = Wenn Sie nicht wissen, warum gefragt wird, erlauben Sie es nicht.
wish-now = Jetzt
wish-retention-title = Weniger von der Aktivität aufbewahren?
wish-retention-warning = Was älter ist oder über diese Größe hinausgeht, wird gelöscht, und ohne Pfade sagen neue Einträge nicht, welche Dateien verwendet wurden. Niemand kann dann mehr sehen, was Server in dieser Zeit getan haben.
wish-retention-agree = Weniger aufbewahren
wish-arguments-title = Argumente von Aufrufen aufzeichnen?
wish-arguments-warning = Argumente können Inhalte von Dateien enthalten und was Sie Ihrer KI-App gesagt haben. Jedes Programm, das unter Ihrem Konto läuft, kann sie in der Aktivität lesen, bis sie gelöscht werden. Bekannte geheime Werte werden ausgelassen.
wish-arguments-agree = Aufzeichnen
wish-delete-activity-title = Gesamte Aktivität löschen?
wish-delete-activity-warning = Niemand kann dann mehr sehen, was Server und Apps getan haben. Aufgezeichnet wird nur, dass und wann gelöscht wurde.
wish-delete-activity-agree = Aktivität löschen
wish-delete-activity-keep = Behalten
wish-secrets-in-file-title = Darf Paddock geheime Werte in seiner eigenen Datei behalten?
wish-secrets-in-file-warning = Geheime Werte, die der Schlüsselbund nicht annimmt, sind dann in einer Datei, die jedes Programm Ihres Kontos lesen kann.
wish-provider-title = Anfragen von Servern an { $provider } senden?
wish-provider-where = Wohin es geht
wish-provider-effect = Bedeutung
wish-provider-means = Jede Anfrage, die Sie dort von einem Modell beantworten lassen, geht an diese Adresse: mit den Texten, Bildern und Audiodaten darin und, falls es einen gibt, dem Schlüssel dafür.
wish-then = Danach
wish-then-access = { $access }. { $hint }
wish-state = Zustand
wish-on = ein
wish-off = aus
wish-change = { $before } → { $after }
wish-none = Keine
wish-access-title = Darf { $server } in { $folder } mehr tun?
wish-lifetime-title = Darf { $server } länger auf { $folder } zugreifen?
wish-again-title = { $folder } wieder für { $server } freigeben?
wish-again-duration = Wie zuvor. Ist die Zeit schon abgelaufen: 1 Stunde ab jetzt.
wish-all-again-title = Das alles wieder freigeben?
wish-all-again-agree = { $count ->
    [one] Erneut freigeben
   *[other] Alle { $count } freigeben
}
wish-all-again-destinations = Ziele
wish-all-again-lost = Das lässt sich nicht zurückholen:
wish-all-again-replaced = Hier ist jetzt ein anderer Ordner.
wish-all-again-missing = Er ist nicht mehr da.
wish-all-again-not-a-folder = Das ist kein Ordner mehr.
wish-all-again-denied = Er lässt sich nicht öffnen.
wish-network-title = Darf sich { $server } überallhin verbinden?
wish-network-warning = Sie werden nicht mehr gefragt. Der Server könnte das gesamte Internet, andere Computer in Ihren Netzwerken und Programme auf diesem Computer wie etwa Datenbanken erreichen.
wish-network-warning-reads = Der Server kann { $folders } lesen und könnte das Gelesene überallhin senden: Sie werden nicht mehr gefragt. Er könnte das gesamte Internet, andere Computer in Ihren Netzwerken und Programme auf diesem Computer wie etwa Datenbanken erreichen.
wish-network-ask-title = Darf { $server } um Verbindungen bitten?
wish-network-allowed = Darf erreichen
wish-most-sent-title = Darf { $server } pro Tag mehr senden?
wish-send-today-title = Darf { $server } heute mehr senden?
wish-sent = Heute gesendet
sending-up-to = Heute bis zu { $size }
sending-unlimited = Heute unbegrenzt
sending-stopped = Heute nichts mehr
wish-destination-title = Darf { $server } dieses Ziel erreichen: { $destination }?
wish-destination = Ziel
wish-destination-ports = { $port ->
    [web] Portnummern
   *[other] Portnummer
}
wish-destination-private = In einem privaten Netzwerk, unter
wish-destination-private-means = Der Name und seine Adresse werden zusammen erlaubt. Auch über einen anderen erlaubten Namen könnte der Server diese Adresse dann erreichen.
wish-destination-reads = Der Server kann { $folders } lesen und könnte das Gelesene dorthin senden.
wish-destination-reads-anywhere = Der Server kann { $folders } lesen und könnte das Gelesene an jeden im Internet senden.
wish-destination-reads-all = Der Server kann alles lesen, was Ihr Konto lesen kann, und könnte das Gelesene dorthin senden.
wish-destination-reads-all-anywhere = Der Server kann alles lesen, was Ihr Konto lesen kann, und könnte das Gelesene an jeden im Internet senden.
wish-destination-is-open = Das Netzwerk des Servers ist offen, er kann das Ziel also schon erreichen. Diese Erlaubnis wirkt nur, wenn sein Netzwerk auf „Vorher fragen“ steht.
wish-destination-is-off = Das Netzwerk des Servers ist aus. Diese Erlaubnis wirkt nur, wenn es auf „Vorher fragen“ steht.
wish-destination-not-here = Dieser Computer kann einen Server nicht auf einzelne Ziele beschränken, deshalb ist sein Netzwerk aus.
wish-forget-title = Für { $destination } wieder fragen?
wish-forget-now = Der Server darf dieses Ziel nicht erreichen, und Sie werden nicht gefragt.
wish-forget-then = Sie werden gefragt, wenn der Server es versucht. Deckt etwas anderes, das Sie erlaubt haben, dieses Ziel ab, kann er es ohne Frage erreichen.
wish-confinement-title = Den Schutz von { $server } ändern?
wish-resume-title = Server vor dem Ende der Pause starten?
wish-resume-app-title = { $app } vor dem Ende der Pause wieder Server verwenden lassen?
wish-resume-servers = Server
wish-resume-keep = Pausiert lassen
wish-terminal-title = Zustimmung im Terminal erlauben?
wish-terminal = Ordner können auch durch eine Antwort in einem Terminal auf diesem Computer freigegeben und Befehle als vertrauenswürdig bestätigt werden, nicht nur in diesem Fenster.
wish-terminal-warning = Programme, die eines Ihrer Terminals steuern, etwa ein KI-Agent mit einer Shell, könnten an Ihrer Stelle antworten.
wish-scope-title = Apps alle Ordner von { $server } geben?
wish-scope = Alle Ordner dieses Servers, wo auch immer die App arbeitet
wish-scope-folders = Seine Ordner
wish-rule-title = Darf { $app } das Tool { $tool } von { $server } aufrufen?
wish-rule-title-all = Darf jede App das Tool { $tool } von { $server } aufrufen?
wish-rule-tool = Tool
wish-rule-app = App
wish-rule-as-all = Wie für jede App: { $rule }
wish-hold-title = Dürfen Apps geänderte Tools von { $server } aufrufen?
wish-hold-warning = Ein Server kann ändern, was ein Tool tut, nachdem Sie es kennengelernt haben. Aufrufe eines solchen Tools würden nicht mehr auf Sie warten.
wish-hold-now = Warten auf Sie
wish-hold-then = Warten nicht auf Sie
wish-changed-title = Die geänderten Tools von { $server } so annehmen, wie sie jetzt sind?
wish-changed-tools = Seit dem ersten Mal geändert
wish-changed-then = Die Änderung ist kein Grund mehr, Aufrufe dieser Tools auf Sie warten zu lassen.
wish-gone-title = Das ist nicht mehr nötig
wish-gone = Es ist bereits erledigt, oder das, worum es ging, hat sich geändert oder gibt es nicht mehr. Nichts wurde erlaubt.

## Consent to a call that waits

held-call-title = { $app } möchte das Tool { $tool } von { $server } aufrufen
held-call-loading = Die Argumente werden geladen …
held-call-arguments = Argumente
held-call-no-arguments = Keine
held-call-about = Was der Server dazu angibt
held-call-claims = Der Server gibt an: { $claims }.
held-call-claims-none = Der Server gibt nicht an, was das Tool tut.
held-call-claim-read-only = liest nur
held-call-claim-changes = ändert etwas
held-call-claim-destructive = kann etwas zerstören
held-call-claim-harmless = zerstört nichts
held-call-unproved = Paddock kann das nicht überprüfen.
held-call-works-in = Arbeitet in
held-call-changed = { $tool } hat sich geändert, seit es zum ersten Mal gesehen wurde: Der Server beschreibt es jetzt anders.
held-call-lapsed = { $app } wurde aufgefordert, es noch einmal zu versuchen. Ihre Antwort gilt für den nächsten Versuch.
held-call-means = 1 Stunde oder diese Sitzung: nur in dieser Sitzung, bis { $app } sie beendet. Immer: jeder Aufruf von { $tool } durch { $app }, einen Namen, den Paddock nicht überprüfen kann.
held-call-once = Einmal erlauben
held-call-hour = 1 Stunde erlauben
held-call-session = Für diese Sitzung erlauben
held-call-always = Immer erlauben

## Check a path

check-title = Pfad prüfen
check-lead = Sehen Sie, welche Server einen Pfad verwenden dürfen. Nichts wird geöffnet oder gelesen.
check-paths = Pfade, einer pro Zeile
check-server = Für
check-all = Alle Server
check-run = Prüfen
check-result = Antwort
check-path = Pfad
check-empty = Es gibt keinen Server, nach dem gefragt werden könnte.
check-read = Darf lesen
check-write-guarded = Darf lesen und schreiben, außer was ausgeführt wird
check-read-guarded = Darf lesen. Andere Programme führen das aus, deshalb darf es nicht geschrieben werden
check-read-write = Darf alles lesen und schreiben
check-needed = Liest es: Das eigene Programm des Servers braucht es zum Laufen
check-own-home = Liest und schreibt es: Es liegt in seinem eigenen Home-Verzeichnis
check-withheld = Vorenthalten: Der Server kann den Ordner gerade nicht öffnen
check-next-start = Vorenthalten bis zum nächsten Start des Servers
check-outside = Außerhalb dessen, was freigegeben ist
check-outside-near = Außerhalb. Der nächste freigegebene Ordner ist { $folder }
check-not-enforced = Kann erreichen, was Sie erreichen können: nicht durchgesetzt
check-not-a-path = Kein absoluter Pfad
check-through = Über { $folder }
check-footnote = Diese Antworten ergeben sich aus den Freigaben, aus dem, was vertrauenswürdige Programme brauchen, und aus dem, was gerade durchgesetzt wird.

## Servers

servers-title = Server
servers-lead = Programme, die MCP sprechen, von Paddock gestartet und überwacht.
servers-list = Eingerichtete Server
servers-add = Server hinzufügen
servers-empty-title = Keine Server
servers-empty = Fügen Sie die Programme hinzu, die Ihre KI-Apps verwenden: per Formular oder indem Sie deren Konfiguration einfügen.
servers-bundled = Gehört zu Paddock
servers-tab-overview = Übersicht
servers-tab-tools = Tools
servers-tab-resources = Ressourcen
servers-tab-prompts = Prompts
servers-tab-messages = Nachrichten
servers-tab-log = Protokoll
servers-sections = Bereiche von { $server }
servers-start = Starten
servers-stop = Stoppen
servers-restart = Neu starten
servers-edit = Bearbeiten
servers-remove = Entfernen
servers-remove-ask = { $count ->
    [0] { $server } stoppen und entfernen?
    [one] { $server } stoppen, entfernen und den Zugriff auf { $count } Ordner beenden?
   *[other] { $server } stoppen, entfernen und den Zugriff auf { $count } Ordner beenden?
}
servers-remove-keep = Behalten
servers-removed = { $server } wurde entfernt.
servers-add-again = Wieder hinzufügen
starting-title = { $server } startet
starting-elapsed = Startet … { $seconds } s
starting-wait = Der Server startet.
starting-confined = Er ist bereits auf seine Ordner beschränkt.
last-lines = { $count ->
    [one] Letzte ausgegebene Zeile
   *[other] Letzte ausgegebene Zeilen
}
servers-trust = Vertrauen und starten
servers-trust-ask = Vertrauen …
servers-ask-first = Fragen, wenn er zum ersten Mal nach etwas anderem greift
servers-trust-new = Dieser Befehl wurde hier noch nie ausgeführt. Lesen Sie ihn ganz, und auch, was er braucht, bevor er startet.
servers-trust-changed = Der Befehl oder sein Programm hat sich geändert, seit Sie ihm vertraut haben. Der Server bleibt gestoppt, bis Sie dieser Version vertrauen.
trust-this-version = Dieser Version vertrauen
trust-keep-stopped = Gestoppt lassen
diff-added = hinzugefügt
diff-removed = entfernt
diff-same-words = Die Befehlszeile ist dieselbe, aber eine Programmdatei oder etwas, das sie braucht, hat sich geändert. Der Server bleibt gestoppt, bis Sie dieser Version vertrauen.
diff-runtime = Der Befehl und seine eigenen Dateien sind dieselben, aber was sie ausführt, hat sich geändert, mit allem, was dort installiert ist, wie nach einem Update von Node.js oder Python. Der Server bleibt gestoppt, bis Sie dieser Version vertrauen.
diff-whole = Ganzer Befehl
servers-command = Befehl
servers-arguments = Argumente
servers-no-arguments = Keine
servers-found = Programm
servers-link-to = Link auf { $file }
servers-not-found = Noch nicht gefunden
servers-fingerprint = Fingerabdruck
servers-cwd = Startordner
servers-cwd-default = Standardordner
servers-env = Variablen
servers-env-none = Keine gesetzt
servers-env-kept = In Ihrem Schlüsselbund: { $names }
servers-env-in-file = Geheime Werte in Paddocks eigener Datei, die nur Ihr Konto lesen darf (Modus 0600): { $names }
servers-env-hint = Geheime Werte bleiben verborgen.
servers-reported = Nennt sich
servers-reported-none = Noch keine Angabe
servers-revision = MCP-Revision
servers-revision-none = Noch nicht ausgehandelt
servers-calls = Laufende Aufrufe
servers-in-flight = { $count ->
    [one] { $count } laufender Aufruf
   *[other] { $count } laufende Aufrufe
}
servers-told = Ordnerliste
servers-told-told = Enthält die Ordner oben
servers-told-waiting = Benachrichtigt; hat seine Ordner noch nicht neu gelesen
servers-told-waiting-for-call = Erfährt es mit seinem nächsten Aufruf
servers-told-never-asked = Hat nicht nach seinen Ordnern gefragt
servers-told-not-running = Läuft nicht
servers-folders = Ordner
servers-folders-all = Alles, was Sie lesen und schreiben können: Dieser Server läuft ohne Durchsetzung. Freigaben sagen ihm nur, welche Ordner er verwenden soll.
servers-folders-none = Keine Ordner. Keine Ihrer Dateien ist für ihn freigegeben.
servers-asked = Gewünscht
servers-supported = Hier möglich
servers-in-force = In Kraft
servers-lingering-title = Zum Aufhören angewiesen, nicht gehindert
servers-lingering = { $server } wurde angewiesen, diese Ordner nicht mehr zu verwenden. Bis zum Neustart hält ihn hier nichts davon ab.
servers-lingering-empty = Von diesem Server ist bekannt, dass er seine letzten Ordner weiter verwendet, wenn ihm mitgeteilt wird, dass er keine mehr hat.
servers-run-details = Dieser Lauf
revision-session = mit Sitzung: Änderungen werden im laufenden Betrieb mitgeteilt
revision-stateless = zustandslos: wird bei jedem Aufruf mitgeteilt
revision-waiting = zustandslos: wird beim nächsten Aufruf mitgeteilt
offers = Bietet an
offers-nothing = Nichts
offers-tools = Tools
offers-resources = Ressourcen
offers-subscribe = Abonnements von Ressourcen
offers-prompts = Prompts
offers-completions = Vervollständigungen
offers-tasks = Aufgaben

sessions-title = Von Apps verwendet ({ $count })
sessions-lead = Jede App hat einen eigenen Prozess. Die Namen stammen aus der Konfiguration der App; Paddock kann sie nicht überprüfen.
sessions-no-folder = Wo die App arbeitet, ist nicht bekannt.
sessions-works-in = Arbeitet in
sessions-reaches = { $count ->
    [0] Erreicht keinen Ordner
    [one] Erreicht { $count } Ordner
   *[other] Erreicht { $count } Ordner
}
sessions-reaches-all = Erreicht alles, was Sie lesen können
sessions-number = Sitzung { $number }
sessions-since = Seit { $time }
sessions-take = Wegnehmen
sessions-take-label = { $app } den Ordner { $folder } wegnehmen
sessions-taken = Weggenommen bis zum Ende der Sitzung: { $folders }
sessions-pause = Pausieren
sessions-calls = { $count ->
    [0] noch keine Aufrufe
    [one] { $count } Aufruf
   *[other] { $count } Aufrufe
}
sessions-open-handles = Der Prozess hat Dateien geöffnet, bevor der Zugriff widerrufen wurde, und kann sie weiter verwenden, bis er beendet wird.
sessions-end = Beenden
sessions-end-label = Sitzung von { $app } beenden
sessions-end-label-folder = Sitzung von { $app } in { $folder } beenden
sessions-ended = Der Prozess von { $server } für { $app } wurde beendet. Die App startet vielleicht einen neuen.
sessions-all = Alle { $count } anzeigen
sessions-fewer = Weniger anzeigen
sessions-used-by = Verwendet von { $apps }
sessions-used-by-many = { $count ->
    [one] Von { $count } App verwendet
   *[other] Von { $count } Apps verwendet
}
sessions-used-trouble = { $used }: { $trouble }
scope-title = Welche Ordner Apps bekommen
scope-hint = Nur wo die App arbeitet: Jede App bekommt den Teil dieser Ordner, in dem sie arbeitet.

lifecycle-title = Starten und Stoppen
lifecycle-restart = Wenn der Server von selbst endet
lifecycle-on-failure = Nach einem Fehler neu starten
lifecycle-on-failure-hint = Er wird einige Male neu gestartet und bleibt dann gestoppt.
lifecycle-always = Immer neu starten
lifecycle-always-hint = Er wird neu gestartet, egal wie er geendet hat, außer er endet immer wieder sofort.
lifecycle-never = Gestoppt lassen
lifecycle-never-hint = Er bleibt gestoppt, bis Sie ihn starten.
lifecycle-on-demand = Bei der ersten Verwendung starten
lifecycle-on-demand-hint = Er startet nicht mit Paddock, sondern wartet auf die erste Verwendung.
lifecycle-idle = Stoppen, wenn nichts ihn verwendet
lifecycle-idle-hint = Er startet mit der nächsten Verwendung wieder.
lifecycle-idle-off = Nie
lifecycle-keep-alive = Zustandsprüfung
lifecycle-keep-alive-hint = Ein Server, der nicht mehr antwortet, wird gestoppt und gilt als ausgefallen. Server ohne Sitzungen werden nicht geprüft.
lifecycle-keep-alive-off = Aus
lifecycle-seconds = Alle { $seconds } s
lifecycle-minutes = Nach { $minutes } Min.
lifecycle-unit-seconds = s
lifecycle-unit-minutes = Min.
lifecycle-other = Andere …
lifecycle-other-label = { $what } ({ $unit })
lifecycle-bounds = Von { $least } bis { $most }.

## How much of the computer a server may take

limits-title = Obergrenzen
limits-hint = Ein Server, der mehr Arbeitsspeicher oder Prozesse will, bekommt sie nicht oder wird gestoppt; Ihre anderen Programme sind nicht betroffen. Wird eine dieser beiden Grenzen geändert, startet ein laufender Server neu.
limits-memory = Arbeitsspeicher, höchstens
limits-memory-none = Unbegrenzt
limits-memory-mb = { $count } MB
limits-memory-gb = { $count } GB
limits-memory-unit = MB
# One after the other.
sentences = { $first } { $then }
limits-sent = Gesendet pro Tag, höchstens
limits-sent-hint = Gezählt wird, was der Server an alle Ziele zusammen sendet. Ist die Obergrenze erreicht, wartet er, und Sie werden gefragt.
limits-sent-none = Unbegrenzt
limits-sent-mb = { $count } MB
limits-sent-gb = { $count } GB
limits-sent-unit = MB
limits-sent-so-far = Heute { $size } gesendet.
limits-sent-open = Nicht gezählt, solange sein Netzwerk offen ist.
limits-sent-uncounted = Nicht gezählt, weil nichts den Server auf Ziele beschränkt.
limits-sent-today = Heute darf er bis zu { $size } senden.
limits-sent-today-unlimited = Heute gilt für ihn keine Obergrenze.
limits-sent-today-stopped = Heute sendet er nichts mehr.
limits-processes = Prozesse und Threads, höchstens
limits-processes-count = { $count }
limits-processes-unit = Prozesse und Threads
limits-held-group = Durchgesetzt von einer Kontrollgruppe (cgroup): für alle seine Prozesse zusammen.
limits-held-namespace = Durchgesetzt von einem eigenen Namensraum: für alle seine Prozesse zusammen.
limits-held-process = Durchgesetzt für jeden Prozess einzeln.
limits-held-nothing = Auf diesem Computer nicht durchgesetzt.

## What keeps a server to its folders

asked-enforced = Durchgesetzt
asked-advisory = Nicht durchgesetzt
supported-live = { $tier }, Änderungen gelten sofort
supported-restart = { $tier }, Neustart bei Änderungen
supported-nothing = Nichts
supported-none = Nichts auf diesem Computer kann den Server auf seine Ordner beschränken.
tier-live-mounts = Live-Mounts
tier-landlock = Landlock
in-force-active = Aktiv
in-force-live = Das Betriebssystem beschränkt den Server auf seine Ordner. Eine Änderung wirkt sofort, während er läuft.
in-force-restart = Das Betriebssystem beschränkt den Server auf seine Ordner. Bei einer Änderung startet er neu.
in-force-later = Wird durchgesetzt, sobald der Server läuft
in-force-later-why = Der Server läuft nicht, also gibt es nichts durchzusetzen. Er ist von seinem Start an auf seine Ordner beschränkt.
in-force-starting = Von Anfang an durchgesetzt
in-force-starting-why = Der Server startet und ist vom ersten Moment an auf seine Ordner beschränkt.
in-force-impossible = Kann nicht durchgesetzt werden
in-force-changing = Wird geändert
in-force-changing-why = Eine Änderung wird angewendet. Das dauert Millisekunden.
in-force-restarting = Server startet neu
in-force-restarting-why = Der Server startet neu, um eine Änderung anzuwenden.
in-force-open = { $count ->
    [one] { $count } Datei noch von früher geöffnet
   *[other] { $count } Dateien noch von früher geöffnet
}
in-force-open-why = Die Ordner des Servers entsprechen Ihren Freigaben. Was er geöffnet hat, bevor zuletzt Zugriff widerrufen wurde, bleibt bis zu seinem Neustart geöffnet.
in-force-failed = Durchsetzung fehlgeschlagen
open-handles = { $server } hat Dateien geöffnet, bevor der Zugriff widerrufen wurde, und kann sie weiter verwenden. Ein Neustart schließt sie.
nothing-enforces-title = Hier wird nichts durchgesetzt
nothing-enforces = Nichts auf diesem Computer kann Server auf ihre Ordner beschränken. Server bleiben gestoppt, außer Sie lassen einen ohne Durchsetzung laufen.
nothing-enforces-details = Was fehlt

protection-title = Schutz
protection-prove = Schutz nachweisen
prove-restarts = { $count ->
    [0] Der Nachweis startet { $server } neu.
    [one] Der Nachweis startet { $server } neu und beendet den laufenden Aufruf.
   *[other] Der Nachweis startet { $server } neu und beendet { $count } laufende Aufrufe.
}
protection-proving = Nachweis läuft …
proof-none = In diesem Lauf nicht geprüft. Geprüft wird beim Start des Servers und nach jeder Änderung.
proof-holds = { $count ->
    [0] Prüfung { $time }: alles blockiert
    [one] Prüfung { $time }: { $count } Ordner offen, alles andere blockiert
   *[other] Prüfung { $time }: { $count } Ordner offen, alles andere blockiert
}
proof-leaks = Prüfung { $time }: Der Schutz hält nicht
proof-findings = Was geprüft wurde
finding-read = Lesen erlaubt
finding-write = Lesen und Schreiben erlaubt
finding-blocked = Blockiert
finding-blocked-by = Blockiert durch { $error }
finding-expected-nothing = sollte blockiert sein
finding-expected-read = sollte nur lesbar sein
finding-expected-write = sollte les- und schreibbar sein
proved-title = Was versucht wurde
proved-holds = Der Schutz hält. Alles, was nicht für { $server } freigegeben ist, ist blockiert.
proved-holds-files = Der Schutz hält für Dateien und Ordner: Alles, was nicht für { $server } freigegeben ist, ist blockiert.
proved-leaks = Der Schutz hält nicht. { $server } hat etwas erreicht, das nicht erreichbar sein sollte, oder etwas nicht erreicht, das erreichbar sein sollte.
proved-at = Versucht: { $time }
proved-allowed = Erlaubt
proved-blocked = Blockiert
proved-blocked-by = Vom Betriebssystem blockiert ({ $error })
proved-expected = Wie erwartet: { $expected }
proved-unexpected = Nicht wie erwartet: { $expected }
proved-by-tool = über sein eigenes Tool
proved-server = mit { $server }
network = Netzwerk
network-modes = Was { $server } vom Netzwerk verwenden darf
network-off = Der Server erreicht keinen anderen Computer und kein Programm auf diesem.
network-ask = Der Server erreicht, was Sie erlauben. Versucht er etwas anderes, werden Sie gefragt.
network-ask-not-here = Hier aus: Dieser Computer kann einen Server nicht auf einzelne Ziele beschränken.
network-open = Der Server erreicht das Internet, andere Computer und Programme auf diesem. Sie werden nicht gefragt.
network-offer-ask = Der Server kann sich überallhin verbinden, und Sie werden nicht gefragt.
network-offer-ask-do = Künftig vorher fragen
destinations-title = Was der Server erreichen darf
destinations-none = Sie haben noch über kein Ziel entschieden.
destinations-allowed = Erlaubt: { $duration }
destinations-never = Nie, ohne zu fragen
destinations-ports = { $port ->
    [web] Ports 80 und 443
   *[other] Port { $port }
}
destinations-seen = { $count ->
    [one] { $count } Verbindung, { $open } gerade offen
   *[other] { $count } Verbindungen, { $open } gerade offen
}
destinations-bytes = { $sent } gesendet, { $received } empfangen
destinations-last = zuletzt verwendet: { $time }
destinations-unused = Noch nicht verwendet
unreached-no-address = Letzter Versuch ({ $time }) gescheitert: Dieser Name hat keine Adresse. Prüfen Sie die Schreibweise und Ihre Verbindung.
unreached-unreachable = Letzter Versuch ({ $time }) gescheitert: Dort antwortet niemand. Prüfen Sie, ob der Dienst läuft.
unreached-not-looked-up = Letzter Versuch ({ $time }) gescheitert: Die Adresse dieses Namens ließ sich nicht rechtzeitig ermitteln. Prüfen Sie Ihre Verbindung.
unreached-private-network = Letzter Versuch ({ $time }) gescheitert: Dieser Name führt in ein privates Netzwerk. Lassen Sie auch die Adresse dort zu, wenn Sie das möchten.
unreached-this-computer = Letzter Versuch ({ $time }) gescheitert: Das ist eine Adresse dieses Computers. Lassen Sie stattdessen einen Port dieses Computers zu, wenn der Server sich hierher verbinden soll.
unreached-this-link = Letzter Versuch ({ $time }) gescheitert: Dieser Name führt zu einem Gerät an derselben lokalen Verbindung oder zu den Zugangsdaten, die eine Cloud für ihn bereithält. Lassen Sie auch die Adresse dort zu, wenn Sie das möchten.
unreached-address-refused = Letzter Versuch ({ $time }) gescheitert: Dieser Name führt zu einer Adresse, die Sie abgelehnt haben.
unreached-nowhere = Letzter Versuch ({ $time }) gescheitert: Dieser Name führt zu einer reservierten Adresse.
unreached-proxy = Letzter Versuch ({ $time }) gescheitert: Ihr Proxy führt nicht dorthin.
unreached-port-closed = Letzter Versuch ({ $time }) gescheitert: Dieser Port ließ sich für den Server nicht öffnen. Starten Sie den Server neu.
unreached-greeting = Letzter Versuch ({ $time }) gescheitert: Der Server hat dort nach einem anderen Namen gefragt, deshalb hat Paddock die Verbindung getrennt.
destinations-take-back = Zurücknehmen
destinations-take-back-label = Zurücknehmen: { $destination }
destinations-taken-back = Für { $server } zurückgenommen: { $destination }
destinations-allow-again = Erneut erlauben …
destinations-ask-again = Wieder fragen
destinations-ask-again-label = Für { $destination } wieder fragen
destinations-allow-title = Ziel erlauben
destinations-allow-where = Name, Adresse oder Bereich
destinations-allow-hint = Etwa api.example.com, *.example.com, 10.0.0.0/8 oder localhost:5432
destinations-allow-how-long = Wie lange
destinations-allow = Erlauben …
destinations-inert-off = Diese Ziele wirken sich nur aus, wenn das Netzwerk des Servers auf „Vorher fragen“ steht.
destinations-inert-open = Das Netzwerk des Servers ist offen. Diese Ziele wirken sich nur aus, wenn es auf „Vorher fragen“ steht.
network-bound-system = Dieser Computer kann das Netzwerk nicht für einen einzelnen Server ausschalten.
network-bound-advisory = Ohne Durchsetzung kann es nicht ausgeschaltet werden.
confinement-restarts = Bei einer Änderung startet der Server neu.
ask-first = Beim ersten Zugriff fragen
ask-first-hint = Greift der Server zum ersten Mal nach etwas, das nicht für ihn freigegeben ist, wartet er, bis Sie antworten. Bei einer Änderung startet er neu.
ask-first-bound-system = Hier nicht möglich: Dieser Computer zeigt nicht, was Server versuchen.
ask-first-bound-restart = Hier nicht möglich: Dafür muss sich die Durchsetzung ändern lassen, während ein Server läuft.
ask-first-bound-advisory = Ohne Durchsetzung lässt sich nichts zurückhalten, was der Server tut.
enforce-on = Durchgesetzt
enforce-on-hint = Der Server ist auf seine Ordner beschränkt, oder er läuft nicht.
enforce-off = Nicht durchgesetzt
enforce-off-hint = Dem Server wird gesagt, welche Ordner er verwenden soll. Nichts hindert ihn daran, andere zu verwenden.
enforce-without = Ohne Durchsetzung laufen lassen …
enforce-again = Wieder durchsetzen
enforce-title = { $server } ohne Durchsetzung laufen lassen?
enforce-warning = Der Server wird alles lesen und ändern können, was Ihr Konto lesen und ändern kann: Schlüssel, E-Mails, Browserdaten, jedes Projekt. Ihre Freigaben sind für ihn dann nur noch ein Hinweis.
enforce-keep = Weiter durchsetzen
enforce-yes = Ja, alles lesen lassen, was mein Konto lesen kann
reads-title = Was der Server außer seinen Freigaben lesen kann ({ $count })
reads-home = Sein eigenes Home-Verzeichnis (lesen und schreiben)
reads-program = Das Programm selbst
reads-runtime = Die Laufzeitumgebung seiner Sprache
reads-system = Programme und Bibliotheken des Systems
reads-certificates = Zertifikate
reads-names = Host- und Benutzernamen
footprint-title = Braucht zum Laufen
footprint-none = Keine Ihrer Dateien. Es verwendet nur, was das System bereitstellt.
footprint-untold = Paddock kann nicht erkennen, welche Dateien hier ausgeführt werden. Wer sie ändern kann, bestimmt, was geschieht.
footprint-program = sein Programm
footprint-runtime = seine Laufzeitumgebung
footprint-size = { $files ->
    [one] { $files } Datei, { $size }
   *[other] { $files } Dateien, { $size }
}
footprint-size-least = { $files ->
    [one] mindestens { $files } Datei, { $size }
   *[other] mindestens { $files } Dateien, { $size }
}
footprint-size-unknown = Größe nicht gezählt
footprint-hidden = { $count ->
    [one] Eine vermutlich geheime Datei darin bleibt verborgen
   *[other] { $count } vermutlich geheime Dateien darin bleiben verborgen
}
footprint-new = Noch nicht zugestimmt
footprint-gone = Nicht mehr nötig
trust-withdraw = Vertrauen entziehen
trust-withdraw-label = { $server } das Vertrauen entziehen: Der Server stoppt und fragt, bevor er wieder läuft
programs-title = Was Programme zum Laufen brauchen
programs-lead = Nur lesend. Dem haben Sie zugestimmt, als Sie dem Befehl vertraut haben. Wenn Sie das Vertrauen entziehen, stoppt der Server.
attempts-title = Was der Server versucht hat
attempts-none = Nichts außerhalb seiner Freigaben.
attempt-waits = Wartet auf Sie
attempt-read = { $count ->
    [one] Einmal zu lesen versucht, { $time }
   *[other] { $count }-mal zu lesen versucht, zuletzt { $time }
}
attempt-write = { $count ->
    [one] Einmal zu schreiben versucht, { $time }
   *[other] { $count }-mal zu schreiben versucht, zuletzt { $time }
}
attempt-connect = { $count ->
    [one] Hat einmal versucht, sich zu verbinden, { $time }
   *[other] Hat { $count }-mal versucht, sich zu verbinden, zuletzt { $time }
}
attempt-refused = { $count ->
    [one] Wie von Ihnen gewählt einmal abgelehnt, { $time }
   *[other] Wie von Ihnen gewählt { $count }-mal abgelehnt, zuletzt { $time }
}
attempt-allow = Erlauben …
attempt-allow-label = { $destination } erlauben …
attempt-grant = Diesen Ordner freigeben …
attempt-write-here = Hier schreiben lassen …
attempt-write-all = Hier alles schreiben lassen …
attempt-write-commits = Hier schreiben und committen lassen …
attempt-program = Dies gehört zum Programm eines Servers. Kein Server darf es ändern, was Sie auch freigeben.
attempt-granted = { $folder } ist für ihn freigegeben: { $access }
attempt-folder-label = { $what } { $folder }
attempt-deny-label = { $path } nicht erlauben
attempt-dismiss-label = { $path } ausblenden
not-entered = Der Server soll in { $folder } starten, aber dieser Ordner ist nicht für ihn freigegeben. Er startet in seinem eigenen Home-Verzeichnis, bis Sie diesen freigeben und den Server neu starten.
unmet = { $count ->
    [one] Der Befehl des Servers nennt einen Ordner, auf den er keinen Zugriff hat: { $folders }.
   *[other] Der Befehl des Servers nennt { $count } Ordner, auf die er keinen Zugriff hat: { $folders }.
}
unmet-ask = { $count ->
    [one] Diesen Ordner freigeben …
   *[other] Diese Ordner freigeben …
}
missed = Der Server konnte { $path } nicht lesen, braucht es aber zum Starten.

state-stopped = Gestoppt
state-needs-trust = Vertrauen fehlt noch
state-starting = Startet
state-running = Läuft
state-stopping = Stoppt
state-restarting = Startet neu
state-failed = Ausgefallen
state-paused = Pausiert
state-asleep = Startet bei Verwendung
state-running-since = Läuft seit { $time }
state-restarting-at = Startet um { $time } wieder, Versuch { $attempt }

form-title-add = Server hinzufügen
form-way = Art des Hinzufügens
form-by-form = Per Formular
form-by-paste = JSON einfügen
form-name = Name
form-program = Programm
form-program-hint = Ein Name aus Ihrem PATH, etwa npx, oder ein absoluter Pfad.
form-args = Argumente, eines pro Zeile
form-env = Umgebungsvariablen
form-env-name = Name der Variable
form-env-value = Wert der Variable
form-env-add = Variable hinzufügen
form-env-remove = Variable { $name } entfernen
form-env-shown = Werte anzeigen
form-env-kept = Bleibt, wie er ist. Zum Ersetzen eingeben
form-env-kind = Ob { $name } geheim ist
form-env-kind-auto = Automatisch erkennen
form-env-kind-secret = Geheim
form-env-kind-plain = Nicht geheim
form-env-hint = Geheime Werte kommen in den Schlüsselbund Ihres Desktops und werden nie wieder angezeigt.
form-env-in-file = Der Schlüsselbund Ihres Desktops nimmt derzeit keine geheimen Werte an, deshalb behält Paddock sie in seiner eigenen Datei, die nur Ihr Konto lesen darf (Modus 0600). Sie können das in den Einstellungen ändern.
form-cwd = Startordner
form-cwd-hint = Optional. Ein absoluter Pfad.
form-save = Speichern
form-add = Server hinzufügen
form-hint = Nichts läuft, bevor Sie den genauen Befehl gesehen und ihm vertraut haben.
form-edit-hint = Einem geänderten Befehl müssen Sie erneut vertrauen, bevor er läuft.
paste-label = Konfiguration
paste-hint = Ein Befehl wie npx -y ein-server ~/ordner oder der Teil mcpServers oder servers aus den Einstellungen einer App. Kommentare sind erlaubt.
paste-hint-more = Auch die server.json einer Registry wird gelesen, ebenso ein Link, der einen Server in Paddock, Cursor oder VS Code installiert.
paste-open = Datei öffnen …
paste-open-hint = Ein Bundle (.mcpb oder .dxt) oder eine server.json. Sie können die Datei auch auf diesem Fenster ablegen.
paste-read = Server suchen
paste-found = { $count ->
    [one] { $count } Server gefunden
   *[other] { $count } Server gefunden
}
paste-add = { $server } hinzufügen
paste-edit = Zuerst bearbeiten: { $server }
paste-edit-short = Zuerst bearbeiten
paste-add-short = Hinzufügen
paste-added = Hinzugefügt
paste-unusable = Kann hier nicht ausgeführt werden
paste-command = Was ausgeführt wird
asked-title = Wonach der Server fragt
asked-several = Eine Angabe pro Zeile.
asked-path = Durch die Auswahl bekommt der Server noch nichts. Sie werden nach jedem Ordner gefragt, sobald der Server hinzugefügt ist.
asked-choose-folder = Ordner wählen …
asked-choose-file = Datei wählen …
arrival-title-bundle = { $server } aus einem Bundle hinzufügen
arrival-title-file = { $server } aus einer Datei hinzufügen
arrival-title-link = Über einen Link soll { $server } hinzugefügt werden
arrival-from = Herkunft
arrival-link = So einen Link kann jeder erstellen. Fügen Sie den Server nur hinzu, wenn Sie danach gesucht haben.
arrival-name = Name
arrival-version = Version
arrival-author = Autor
arrival-description = Beschreibung
arrival-claims = Das alles sagt das Bundle über sich selbst. Niemand hat es geprüft.
arrival-waits = Das Bundle wird entpackt, und sein Server bleibt gestoppt: Nichts davon läuft, bevor Sie den genauen Befehl gesehen und ihm vertraut haben, und Ordner warten auf Ihre Zustimmung.
arrival-leave = Nicht hinzufügen
arrival-title-update = Ein Bundle für { $server }
update-waits = { $server } bleibt gestoppt, bis Sie den neuen Befehl gesehen und ihm vertraut haben. Ordner, Ziele und Regeln bleiben.
update-choice = Was damit geschehen soll
update-newer = { $server } von { $from } auf { $to } aktualisieren
update-older = { $server } von { $from } auf { $to } zurücksetzen
update-same = Version { $from } von { $server } durch dieses Bundle ersetzen
update-unclear = Version { $from } von { $server } durch { $to } ersetzen
update-add = Als weiteren Server hinzufügen
update-note-older = Dieses Bundle ist älter als das, aus dem { $server } läuft. Inzwischen behobene Fehler können wieder auftreten.
update-note-same = Beide Bundles geben Version { $to } an, sind aber nicht gleich.
update-note-unclear = Welche Version neuer ist, lässt sich an der Schreibweise nicht erkennen.
update-edited = Der Befehl von { $server } wurde von Hand geändert, seit sein Bundle hinzugefügt wurde. Die Aktualisierung ersetzt diese Änderungen.
update-same-author = Beide Bundles nennen denselben Autor. Keine der beiden Angaben ist geprüft.
update-identical = { $server } läuft bereits aus genau diesem Bundle.
update-stranger = { $server } läuft aus einem Bundle dieses Namens, das als Autor { $author } nennt. Dieses nennt einen anderen Autor und kann deshalb nur als weiterer Server hinzugefügt werden.
update-unreadable = { $server } läuft aus einem Bundle dieses Namens, das sich nicht mehr lesen lässt. Deshalb kann dieses nur als weiterer Server hinzugefügt werden.
update-changes = Was sich ändert
update-version = Version
update-command = Befehl
update-environment = Variablen
update-nothing = nichts
update-asks-new = Fragt außerdem nach { $title }
update-asks-changed = Fragt auf andere Weise nach { $title }
update-asks-gone = Fragt nicht mehr nach { $title }
update-nothing-changes = Befehl, Variablen und das, wonach gefragt wird, bleiben gleich. Die Dateien im Bundle können sich unterscheiden.
update-stays = Leer lassen, um den bisherigen Wert zu behalten.
update-leave = Nichts ändern
update-do = { $server } aktualisieren
update-do-replace = Ersetzen
paste-names = Genannt: { $folders }. Nur zum Lesen freigeben
paste-named = Genannt wird: { $folders }
paste-env = Variablen: { $names }
paste-missing = Der Befehl nennt { $path }, doch das gibt es auf diesem Computer nicht.
paste-missing-folder = Ordner anstelle von { $path } wählen
paste-missing-file = Datei anstelle von { $path } wählen
paste-introduce = { $server } hinzufügen, vertrauen und starten
paste-introduce-short = Hinzufügen, vertrauen und starten
paste-introduce-all = Alle { $count } hinzufügen, vertrauen und starten
paste-introduce-hint = Sie sehen jeden Befehl und jeden Ordner, den er nennt, auf einer Seite. Nichts startet, bevor Sie dort zustimmen.
paste-ask-first = Fragen, wenn einer von ihnen zum ersten Mal nach etwas anderem greift

tools-none = Dieser Server bietet keine Tools an.
tools-not-running = Starten Sie den Server, um seine Tools zu verwenden.
tools-asleep = Der Server startet, wenn er verwendet wird: Fragen Sie seine Tools ab, oder rufen Sie eines auf.
tools-loading = Tools werden abgefragt …
tools-list = Tools
tools-find = Tool suchen
tools-claims = Der Server behauptet, ungeprüft: { $claims }.
tools-claims-none = Der Server behauptet nichts darüber, was es tut.
tools-claim-read-only = nur lesend
tools-claim-destructive = destruktiv
tools-claim-idempotent = bei Wiederholung gleiche Wirkung
tools-claim-open-world = greift nach außen
tools-says = Der Server sagt: { $claims }
tools-use = Was Apps aufrufen dürfen
tools-use-for = Für
tools-use-own = Ihre eigenen Aufrufe in diesem Fenster unterliegen diesen Regeln nicht.
tools-rule-label = { $app }: Aufrufe von { $tool }
tools-rule-as-all = { $rule } (wie jede App)
tools-hold-changed = Aufrufe geänderter Tools warten auf Sie
tools-hold-changed-hint = Ein Tool gilt als geändert, wenn der Server es anders beschreibt als beim ersten Mal.
tools-changed = Seit dem ersten Mal geändert
tools-changed-list = { $count ->
    [one] { $count } Tool hat sich seit dem ersten Mal geändert: { $tools }
   *[other] { $count } Tools haben sich seit dem ersten Mal geändert: { $tools }
}
tools-changed-accept = { $count ->
    [one] So annehmen, wie es jetzt ist
   *[other] So annehmen, wie sie jetzt sind
}
tools-unlisted = Nicht in der Liste des Servers
tools-task-optional = Es kann als Aufgabe laufen.
tools-task-required = Es läuft als Aufgabe.
tools-schema = Wie der Server es beschreibt
tools-schema-input = Eingabe
tools-schema-output = Ausgabe
tools-call = Aufrufen
tools-cancel = Aufruf abbrechen
tools-calling = Warten auf die Antwort …
tools-progress = Fortschritt von { $tool }
tools-share = { $share } %
tools-steps = { $steps } erledigt
tools-elapsed = { $seconds } s
tools-confirm-destructive = Der Server gibt an, dass dies etwas zerstören kann. Sehen Sie sich an, was gesendet wird.
tools-confirm-open-world = Der Server gibt an, dass dies nach außen greift. Sehen Sie sich an, was gesendet wird.
tools-confirm-arguments = { $tool } wird mit genau diesen Argumenten aufgerufen:
tools-confirm-yes = Ja, aufrufen
tools-confirm-no = Nicht aufrufen
tools-result = Ergebnis
tools-result-copy = Kopieren
tools-result-error = Das Tool hat einen Fehler gemeldet
tools-result-time = { $milliseconds } ms
tools-result-empty = Die Antwort ist leer.
tools-structured = Strukturierter Inhalt
tools-broken-promise = Das entspricht nicht dem Ergebnis, das { $tool } angibt.
tools-no-arguments = Nimmt keine Argumente.
tools-no-arguments-named = Nennt keine Argumente.
tools-way-of-typing = Schreibweise der Argumente
tools-form = Formular
tools-json = JSON
tools-optional = optional
tools-json-hint = JSON
tools-unset = Nicht gesetzt
tools-yes = Ja
tools-no = Nein
tools-null = Nichts (null)
tools-fill-in = Ausfüllen
tools-fill-in-label = { $name } ausfüllen
tools-way = Möglichkeit { $number }
tools-way-label = Art von { $name }
tools-item = Element { $number }
tools-add-item = Zu { $name } hinzufügen
tools-remove-item = Element { $number } aus { $name } entfernen
tools-name = Name
tools-value = Wert
tools-add-name = Eintrag hinzufügen
tools-remove-name = Eintrag { $name } entfernen
tools-type-text = Text
tools-type-number = Zahl
tools-type-boolean = Ja oder Nein
tools-type-list = Liste
tools-type-object = Mehrere Felder
tools-name-needed = Ein Name ist nötig.
tools-name-doubled = Diesen Namen gibt es schon.
tools-bad-json = Kein gültiges JSON: { $reason }
tools-not-an-object = Argumente sind ein Objekt in geschweiften Klammern.
tools-does-not-fit = Das passt nicht zum Formular: { $names }. Korrigieren Sie es, oder rufen Sie das Tool mit JSON auf.
tools-arguments = Argumente als JSON
tools-why-reference = Die Beschreibung verweist auf eine andere Adresse, die Paddock nicht öffnet. Schreiben Sie die Argumente deshalb als JSON.
tools-why-lost-reference = Die Beschreibung verweist auf einen Teil, den es nicht gibt. Schreiben Sie die Argumente deshalb als JSON.
tools-why-too-large = Die Beschreibung ist zu groß oder verweist auf sich selbst. Schreiben Sie die Argumente deshalb als JSON.
tools-why-not-an-object = Die Beschreibung enthält keine benannten Argumente. Schreiben Sie sie deshalb als JSON.
lists-ask-again = Neu abfragen

resources-none = Dieser Server bietet keine Ressourcen an.
resources-not-running = Starten Sie den Server, um seine Ressourcen zu lesen.
resources-asleep = Der Server startet, wenn er verwendet wird: Fragen Sie seine Ressourcen ab.
resources-loading = Ressourcen werden abgefragt …
resources-list = Ressourcen
resources-find = Ressource suchen
resources-count = { $count ->
    [one] { $count } Ressource
   *[other] { $count } Ressourcen
}
resources-found = { $found } von { $count }
resources-more = Mehr anzeigen ({ $count })
resources-templates = Vorlagen
resources-followed = Verfolgt
resources-follow = Änderungen verfolgen
resources-unfollow = Nicht mehr verfolgen
resources-changes = { $count ->
    [0] Verfolgt
    [one] Verfolgt, einmal geändert
   *[other] Verfolgt, { $count }-mal geändert
}
resources-read = Lesen
resources-read-again = Erneut lesen
resources-reading = Wird gelesen …
resources-old = Seit dem Lesen geändert.
resources-content = Inhalt von { $name }
resources-empty = Leer.
resources-address = Über eine Adresse lesen
resources-address-hint = Nur der Server sieht diese Adresse. Paddock öffnet von sich aus nichts.

prompts-none = Dieser Server bietet keine Prompts an.
prompts-not-running = Starten Sie den Server, um seine Prompts zu sehen.
prompts-asleep = Der Server startet, wenn er verwendet wird: Fragen Sie seine Prompts ab.
prompts-loading = Prompts werden abgefragt …
prompts-list = Prompts
prompts-find = Prompt suchen
prompts-get = Abrufen
prompts-messages = Nachrichten des Prompts
prompts-empty = Der Prompt hat keine Nachrichten.
prompts-user = Sie
prompts-assistant = Modell
prompts-copy = Als Text kopieren

messages-list = Nachrichten von { $server }
messages-find = In Nachrichten suchen
messages-direction = Richtung
messages-both = Beide Richtungen
messages-to-server = Zum Server
messages-from-server = Vom Server
messages-errors = Nur Fehler
messages-live = Mitlaufen
messages-older = Ältere anzeigen
messages-none = Noch keine Nachrichten.
messages-none-found = Keine Treffer.
messages-dropped = { $count ->
    [one] { $count } ältere Nachricht ist nicht mehr gespeichert.
   *[other] { $count } ältere Nachrichten sind nicht mehr gespeichert.
}
messages-request = Anfrage
messages-result = Ergebnis
messages-error = Fehler
messages-notification = Benachrichtigung
messages-other = kein MCP
messages-id = ID { $id }
messages-took = { $milliseconds } ms
messages-text = Nachricht { $number }
messages-cut = Nur der Anfang ist gespeichert.
messages-copy = Nachricht kopieren
messages-reproduce = Als Skript kopieren
messages-reproduce-hint = Ein Shell-Skript, das einem Server alles sendet, was ihm bis hierher gesendet wurde. Geheime Werte sind unkenntlich gemacht.

parts-text = Text
parts-image = Bild von { $from }
parts-show-image = Bild anzeigen · { $kind }, { $size }
parts-show-sound = Audio anzeigen · { $kind }, { $size }
parts-image-broken = Ein gesendetes Bild ist nicht lesbar.
parts-sound = Audio von { $from }
parts-not-shown = { $size }, hier nicht angezeigt
parts-read = Lesen
parts-read-label = { $name } lesen
parts-tool-use = Ruft { $tool } auf
parts-tool-result = Ergebnis des Tools
parts-tool-error = Ein Tool hat einen Fehler gemeldet
parts-arguments = Argumente für { $tool }
parts-too-deep = Darin ist noch mehr, zu tief verschachtelt, um es anzuzeigen.

log-empty = Noch nichts protokolliert.
log-label = Protokoll von { $server }
log-dropped = { $count ->
    [one] { $count } ältere Zeile ist nicht mehr gespeichert.
   *[other] { $count } ältere Zeilen sind nicht mehr gespeichert.
}
log-stderr = stderr
log-message = Nachricht
log-paddock = Paddock
log-session = Sitzung { $session }, { $app }
log-whose = Wessen Zeilen
log-all = Alle Zeilen
log-own = Nutzung durch Paddock
log-copy = Protokoll kopieren
log-follow = Zur neuesten Zeile springen

## What a server did over time

seen-title = Verlauf
seen-span = Zeitraum
seen-day = 24 Stunden
seen-week = 7 Tage
seen-lately = { $calls ->
    [one] { $calls } Aufruf, { $blocked }-mal blockiert in den letzten 24 Stunden
   *[other] { $calls } Aufrufe, { $blocked }-mal blockiert in den letzten 24 Stunden
}
seen-lately-blind = { $calls ->
    [one] { $calls } Aufruf in den letzten 24 Stunden (was der Server versucht hat, ist nicht sichtbar)
   *[other] { $calls } Aufrufe in den letzten 24 Stunden (was der Server versucht hat, ist nicht sichtbar)
}
seen-nothing = Nichts in diesem Zeitraum.
seen-calls = Tool-Aufrufe
seen-uses = In freigegebenen Ordnern
seen-requests = Fragen an Sie oder ein Modell
seen-blocked = Blockiert
seen-connections = Verbindungen
seen-sent = Gesendet
seen-received = Empfangen
seen-strip = { $what }: { $total }, am meisten: { $time }
seen-files-unseen = Was der Server versucht, ist nicht sichtbar, solange ihn nichts auf seine Ordner beschränkt.
seen-network-unseen = Was der Server sendet, wird nicht gezählt, solange sein Netzwerk offen ist.
seen-folders-how = In freigegebenen Ordnern: Aufrufe, die einen Pfad darin genannt haben. Was ein Server liest, ohne aufgerufen zu werden, ist nicht sichtbar.
seen-destination = { $sent } gesendet, { $received } empfangen
seen-destinations = Datenverkehr nach Ziel
seen-table = Als Tabelle
seen-access = Wann er Zugriff hatte
seen-access-none = In diesem Zeitraum hatte er keinen Zugriff.
seen-access-from = Beginn: { $from }
seen-access-to = Ende: { $until }
seen-access-still = gilt noch
seen-access-changed = geändert: { $times }
seen-access-begin = Beginn
seen-access-end = Ende
seen-access-what = Ordner oder Ziel
seen-access-how = Wie der Zugriff endete
seen-before = schon vorher

## Apps

apps-title = Apps
apps-lead = KI-Apps auf diesem Computer und die Server, die sie starten.
apps-look = Erneut suchen
apps-launched = { $entries ->
    [0] Diese Apps starten keine Server.
    [one] Diese Apps starten 1 Server.
   *[other] Diese Apps starten { $entries } Server.
}
apps-past = { $direct ->
    [0] Alle laufen über Paddock.
    [one] 1 davon kann alles lesen, was Sie lesen können.
   *[other] { $direct } davon können alles lesen, was Sie lesen können.
}
apps-past-one = { $direct ->
    [0] Er läuft über Paddock.
   *[other] Er kann alles lesen, was Sie lesen können.
}
apps-empty-title = Keine KI-Apps gefunden
apps-empty = Paddock sucht nach den Konfigurationen von Claude Code, Codex, Cursor, VS Code und weiteren Apps. Installieren Sie eine, oder starten Sie sie einmal, und suchen Sie erneut.
apps-no-file = Die App hat noch keine Konfiguration.
apps-no-entries = Keine Server eingetragen.
apps-entries = Server in { $path }
apps-project = Gehört zum Projekt { $project } und wird vielleicht mit anderen geteilt. Diese Konfiguration wird nur geändert, wenn Sie es eigens verlangen.
apps-direct = Kann alles lesen, was Sie lesen können
apps-direct-off = In der App ausgeschaltet; könnte alles lesen, was Sie lesen können
apps-through = Über Paddock als { $server }
apps-through-unsure = Läuft angeblich über Paddock als { $server }. Ob dieses Programm von Paddock stammt, ist nicht bekannt.
apps-remote = Remote: wird nicht hier gestartet
apps-own = Teil der App
apps-as-before = War verbunden, aber der Eintrag wurde außerhalb von Paddock zurückgeändert.
apps-changed = Seit dem Verbinden geändert. Paddock lässt den Eintrag unberührt.
apps-unsure = War verbunden und lässt sich nicht vergleichen: { $why }
apps-lost = { $entry } war verbunden und steht nicht mehr in { $path }.
apps-forget = Vergessen …
apps-forget-label = Vergessen: { $entry }
apps-choose = { $entry } von { $app } auswählen
apps-connect = Verbinden …
apps-asks = { $entry } wird mit Werten gestartet, die { $app } einsetzt. Paddock startet den Server selbst und braucht sie deshalb von Ihnen.
apps-asks-continue = Weiter
apps-connect-label = { $entry } von { $app } verbinden
apps-connect-shared-label = { $entry } in der Konfiguration eines Projekts für { $app } verbinden
apps-connect-all = Alle { $count } verbinden …
apps-connect-all-label = Alle { $count } von { $app } verbinden
apps-connect-chosen = { $count ->
    [one] Ausgewählten Eintrag verbinden …
   *[other] { $count } ausgewählte Einträge verbinden …
}
apps-disconnect = Trennen …
apps-disconnect-label = { $entry } von { $app } trennen
apps-disconnect-all = Alle { $count } trennen …
apps-disconnect-all-label = Alle { $count } von { $app } trennen
apps-no-server = Paddock hat keinen Server { $server }, deshalb kann die App ihn nicht starten. Trennen Sie den Eintrag, oder fügen Sie den Server wieder hinzu.
apps-server = Server anzeigen
apps-server-label = Server { $server } anzeigen
apps-restart = { $app } verwendet gerade keinen Server. Falls die App geöffnet ist, starten Sie sie neu, damit sie ihre Konfiguration liest.
apps-stand-in = Mir Fragen der Server in Paddock stellen, wo { $app } es nicht kann
apps-stand-in-hint = Server können Sie bitten, ein Formular auszufüllen, eine Seite zu besuchen oder ein Sprachmodell antworten zu lassen. Das wartet dann unter „Anfragen“. Ein Server, der schon läuft, erfährt von einer Änderung vielleicht erst beim nächsten Start.
apps-by-hand = Paddock hat keine Konfiguration dieser App gefunden. Der Name stammt aus dem Befehl, der sie verbindet; Paddock kann ihn nicht überprüfen.
apps-uses-none = Die App verwendet gerade keinen Server.
apps-uses = { $count ->
    [one] Verwendet gerade 1 Server
   *[other] Verwendet gerade { $count } Server
}

app-ask-connect = Soll { $app } die eigenen Server über Paddock starten?
app-ask-connect-yes = Verbinden
app-ask-connect-no = Unverändert lassen
app-ask-disconnect = Soll { $app } die eigenen Server wieder selbst starten?
app-ask-disconnect-yes = Trennen
app-ask-disconnect-no = Verbunden lassen
app-ask-nothing = In { $app } gibt es nichts wiederherzustellen
app-ask-forget = Vergessen
app-ask-direct = Die App startet diese Server wieder ohne Paddock, und sie können alles lesen, was Sie lesen können.
app-ask-project = Diese Konfiguration gehört zum Projekt { $project }. Wer das Projekt mitnutzt, bekommt die Änderung ebenfalls und braucht Paddock am selben Ort.
app-ask-link = Das ist ein Link. Geschrieben wird { $path }
app-ask-new = { $entry } wird zum neuen Server { $server }.
app-ask-there = { $entry } verwendet den Server { $server }, der denselben Befehl hat.
app-ask-cwd = Startet in { $folder }
app-ask-env = Variablen, die nach Paddock umziehen: { $names }
app-ask-env-file = Aus { $path } gelesene Variablen: { $names }
app-ask-folders = Genannte Ordner, die Sie freigeben können: { $names }
app-ask-unset = Nicht gesetzt, weil kein Wert angegeben wurde: { $names }
app-ask-lost = Geht verloren, weil nur die App es einsetzen kann: { $names }
app-ask-diff = Was sich in der Datei ändert. Geheime Werte sind unkenntlich gemacht.
app-ask-waits = Damit bekommt noch kein Server etwas: Neue warten, bis Sie ihrem Befehl vertrauen, und Ordner, bis Sie sie freigeben. Die App verwendet Paddock ab ihrem nächsten Start.
app-given-restored = wird wieder wie vorher.
app-given-as-before = wurde bereits wiederhergestellt.
app-given-left = wurde seitdem geändert und bleibt unberührt.
app-given-gone = ist nicht mehr vorhanden.

## Requests: what servers ask of the person

requests-title = Anfragen
requests-lead = Was Server und Apps von Ihnen möchten. Nichts wird beantwortet, bevor Sie entscheiden.
requests-sections = Bereiche der Anfragen
requests-tab-pending = Offen ({ $count })
requests-tab-missed = Verpasst ({ $count })
requests-list = Was auf Sie wartet
requests-empty-title = Nichts wartet
requests-empty = Wenn ein Server um die Antwort eines Modells, um Angaben oder um mehr Zugriff bittet oder eine App um einen Aufruf, den Sie vorher sehen wollen, wartet die Frage hier, bis Sie entscheiden.
requests-sampling = Antwort eines Modells
requests-form = Formular
requests-url = Webseite
requests-held = Zugriff außerhalb
requests-command-new = Neuer Befehl
requests-command-changed = Geänderter Befehl
requests-review-changed = { $count } geänderte Befehle zusammen prüfen …
requests-place = Ordner einer App
requests-call = Tool-Aufruf
requests-destination = Verbindung
requests-sending = Weiteres Senden
requests-sending-about = heute { $size } gesendet
requests-of-app = { $app }: { $what }
requests-told-again = App soll es noch einmal versuchen
requests-in-app = verwendet von { $app }
requests-in-app-at = verwendet von { $app } in { $folder }
requests-during = bei { $what }
requests-answering = Das Modell schreibt …
requests-review = Bereit zur Prüfung
requests-failed = Fehlgeschlagen
requests-over = Diese Anfrage ist vorbei
requests-over-hint = Sie wurde beantwortet oder zurückgezogen. Es ist nichts mehr zu tun.
requests-deny-more = Weitere Wege abzulehnen
requests-deny-mute = Ablehnen und Anfragen von { $server } blockieren
command-new-title = { $server } zum ersten Mal starten?
introduce-title = { $count } Server zum ersten Mal starten?
introduce-changed-title = Den Befehlen von { $count } Servern vertrauen?
introduce-tick = { $server } starten
introduce-folders = Ordner, die er nennt
introduce-again = Wieder freigeben, was er hatte
introduce-agree = { $count ->
    [one] Vertrauen, { $count } Ordner freigeben und starten
   *[other] Vertrauen, { $count } Ordner freigeben und starten
}
command-uses-already = Darf bereits verwenden
command-connects-already = Kann bereits erreichen
command-may-connect = Darf dann erreichen
command-may-connect-hint = Der Server braucht diese Ziele zum Starten. Zusammen mit dem Befehl werden auch sie erlaubt; jedes davon können Sie auf der Seite des Servers zurücknehmen.
command-changed-title = Der Befehl von { $server } hat sich geändert
held-title-read = { $server } möchte außerhalb der eigenen Ordner lesen
held-title-write = { $server } möchte außerhalb der eigenen Ordner schreiben
held-wait = Wartet noch { $seconds } s
held-over = Es wird nicht mehr gewartet. Ihre Antwort gilt für den nächsten Versuch.
held-lead = Der Aufruf wird angehalten, bis Sie antworten. „Erlauben …“ zeigt zuerst den Ordner und gibt noch nichts frei.
held-lead-no-offer = Der Aufruf wird angehalten, bis Sie antworten. Dafür gibt es keinen sinnvollen Ordner zum Freigeben, Sie können ihn also nur ablehnen.
held-allow = Erlauben …
held-deny-run = Ablehnen und nicht mehr fragen, solange { $server } läuft
place-title = { $app } arbeitet in { $folder }. Darf { $server } den Ordner verwenden?
place-lead = Die App arbeitet ohne ihn weiter. „Zugriff wählen …“ zeigt zuerst den Ordner und gibt noch nichts frei. Wenn Sie Nein sagen, werden Sie nicht wieder gefragt.
place-no = Nein
place-choose = Zugriff wählen …
asked-destination-title = { $server } möchte { $destination } erreichen
asked-destination-app = für { $app }
asked-destination-times = { $count ->
    [one] einmal versucht
   *[other] { $count }-mal versucht
}
asked-destination-during = { $count ->
    [one] während eines Aufrufs von { $tools }
   *[other] während Aufrufen von { $tools }
}
asked-destination-no-call = während kein Tool aufgerufen war
asked-destination-no-folders = Der Server hat auf keinen Ihrer Ordner Zugriff.
asked-destination-others = { $count ->
    [one] Er möchte noch ein weiteres Ziel erreichen. Wählen Sie es aus, um hier zu antworten:
   *[other] Er möchte noch { $count } weitere Ziele erreichen. Wählen Sie eines aus, um hier zu antworten:
}
asked-destination-lead = Der Server wartet höchstens einige Sekunden und wird dann abgewiesen. Er kann es wieder versuchen; Ihre Antwort gilt auch dafür.
asked-destination-private = Dieser Name liegt in einem privaten Netzwerk, unter { $addresses }. Wenn Sie ihn erlauben, darf der Server dieses Ziel über den Namen und über die Adresse erreichen.
asked-destination-run = Für diesen Lauf erlauben …
asked-destination-hour = 1 Stunde lang erlauben …
asked-destination-always = Immer erlauben …
asked-destination-never = Nie erlauben
asked-destination-not-now = Jetzt nicht
destinations-unasked = { $count ->
    [one] Eine weitere Verbindung wurde abgewiesen, ohne Sie zu fragen, weil schon zu viele Ziele auf Ihre Antwort warten.
   *[other] { $count } weitere Verbindungen wurden abgewiesen, ohne Sie zu fragen, weil schon zu viele Ziele auf Ihre Antwort warten.
}
asked-sending-title = { $server } hat heute { $size } gesendet, mehr ist nicht erlaubt
asked-sending-lead = Der Server hat noch mehr zu senden und wartet. Seine Verbindungen bleiben offen, bis Sie antworten oder der Tag endet.
asked-sending-more = Weitere { $size } erlauben …
asked-sending-unlimited = Heute unbegrenzt erlauben …
asked-sending-stop = Senden für heute stoppen
held-call-lead = Der Aufruf wartet auf Ihre Antwort. Dauert es zu lange, wird die App aufgefordert, es noch einmal zu versuchen.
held-call-review = Prüfen …
held-call-deny-always = Ablehnen und { $tool } von { $server } für { $app } ausschalten

sampling-title = { $server } bittet um die Antwort eines Modells
sampling-system = Anweisungen
sampling-system-add = Anweisungen hinzufügen
sampling-role-user = Benutzer
sampling-role-assistant = Assistent
sampling-text-of = { $role }, Nachricht { $number }
sampling-edit-label = Bearbeiten: { $what }
sampling-edit-done = Fertig
sampling-edit-done-label = Bearbeiten beenden: { $what }
sampling-edit-undo = Rückgängig
sampling-edit-undo-label = Änderungen rückgängig machen: { $what }
sampling-edited = Von Ihnen bearbeitet
sampling-model = Modell
sampling-model-none = Noch kein Modell
sampling-by-hand = Von Hand antworten
sampling-by-hand-hint = Kein Modell wird gefragt. Was Sie schreiben, geht als Antwort an den Server.
sampling-chosen-by-hint = Gewählt, weil der Server um { $hint } gebeten hat.
sampling-stays = Bleibt auf diesem Computer: { $provider }.
sampling-leaves = Verlässt diesen Computer: Alles oben geht an { $provider }, { $address }.
sampling-no-models = Es ist kein Modell eingerichtet. Die Anfrage wartet, bis Sie eines einrichten oder von Hand antworten.
sampling-models-unknown = Die eingerichteten Anbieter haben noch keine Modelle genannt. Prüfen Sie sie in den Einstellungen, oder antworten Sie von Hand. Die Anfrage wartet.
sampling-set-up = Einstellungen öffnen
sampling-max-tokens = Token-Grenze
sampling-temperature = Temperatur
sampling-temperature-own = die des Modells
sampling-bad-tokens = Eine ganze Zahl von 1 bis { $most }: Mehr hat der Server nicht verlangt.
sampling-bad-temperature = Eine Zahl von 0 bis 2.
sampling-wishes = Was sich der Server vom Modell wünscht
sampling-hints = Modelle wie
sampling-wish-cost = Geringe Kosten: { $weight }
sampling-wish-speed = Geschwindigkeit: { $weight }
sampling-wish-intelligence = Fähigkeit: { $weight }
sampling-weight-little = kaum wichtig
sampling-weight-some = wichtig
sampling-weight-much = sehr wichtig
sampling-stops-at = Endet bei
sampling-context-this = Der Server bittet darum, Kontext aus seiner eigenen Unterhaltung hinzuzufügen. Nichts wird hinzugefügt.
sampling-context-all = Der Server bittet darum, Kontext aller Server hinzuzufügen. Nichts wird hinzugefügt.
sampling-tools = { $count ->
    [one] { $count } Tool, das das Modell verlangen kann
   *[other] { $count } Tools, die das Modell verlangen kann
}
sampling-tools-hint = Das Modell kann antworten, indem es eines davon verlangt. Was daraus wird, entscheidet der Server; hier wird nichts aufgerufen.
sampling-tools-required = Der Server will, dass das Modell eines davon verlangt. Hier wird nichts aufgerufen.
sampling-allow-next = Auch die nächsten { $count } durchlassen
sampling-allow-next-hint = Die nächsten Anfragen dieses Servers werden innerhalb seiner Grenzen gesendet und ihre Antworten übergeben, ohne Sie zu fragen.
sampling-send = Senden
sampling-deny = Ablehnen
sampling-stop = Stoppen
sampling-sent = Was gesendet wurde
sampling-answer = Antwort
sampling-answer-of = Antwort von { $model }
sampling-stop-sequence = Die Antwort endet dort, wo der Server es verlangt hat.
sampling-stop-tokens = Die Antwort wurde an der Token-Grenze abgeschnitten.
sampling-stop-tool = Das Modell verlangt ein Tool.
sampling-tokens-used = { $in } Token gesendet, { $out } empfangen
sampling-write-instead = Stattdessen selbst antworten
sampling-send-again = Erneut senden
sampling-deliver = Übergeben
sampling-keys-send = Strg+Eingabe sendet, Esc lässt die Anfrage warten.
sampling-keys-deliver = Strg+Eingabe übergibt, Esc lässt die Anfrage warten.

asking-title = Anfragen, die Server stellen dürfen
asking-lead = Wie oft jeder Server um die Antwort eines Modells bitten und wie viele Token er verbrauchen darf. Alles darüber hinaus wird abgewiesen und unter „Verpasst“ angezeigt.
asking-used = { $requests } von { $requestsLimit } in dieser Stunde · { $tokens } von { $tokensLimit } Token heute
asking-change = Ändern
asking-change-label = Grenzen von { $server } ändern
asking-limits = Grenzen von { $server }
asking-requests = Anfragen pro Stunde
asking-tokens = Token pro Tag
asking-save = Speichern
asking-bad-limit = Geben Sie ganze Zahlen ein. 0 weist alles ab.
asking-muted = Die Anfragen dieses Servers sind blockiert: Alle werden abgewiesen und unter „Verpasst“ angezeigt.
asking-mute = Anfragen blockieren
asking-mute-label = Anfragen von { $server } blockieren
asking-listen = Anfragen nicht mehr blockieren
asking-listen-label = Anfragen von { $server } nicht mehr blockieren
asking-allowed-next = { $count ->
    [one] Die nächste Anfrage geht ohne Rückfrage durch.
   *[other] Die nächsten { $count } Anfragen gehen ohne Rückfrage durch.
}
asking-ask-again = Wieder fragen
asking-ask-again-label = Bei Anfragen von { $server } wieder fragen

form-title = { $server } bittet Sie um Angaben
form-no-secrets = Geben Sie in einem solchen Formular nie Passwörter, Schlüssel oder Kartennummern an. Server dürfen auf diesem Weg nicht danach fragen.
form-required = erforderlich
form-choose = Auswählen …
form-no-answer = Keine Antwort
form-submit = Absenden
form-decline = Ablehnen
form-keys = Strg+Eingabe sendet ab, Esc lässt die Anfrage warten.
form-problems = { $count ->
    [one] Prüfen Sie { $count } Antwort noch einmal. Nichts wurde gesendet.
   *[other] Prüfen Sie { $count } Antworten noch einmal. Nichts wurde gesendet.
}
form-format-email = eine E-Mail-Adresse
form-format-uri = eine vollständige Adresse wie https://example.com
form-format-date = ein Datum wie 2026-05-04
form-format-date-time = Datum und Uhrzeit wie 2026-05-04T10:00:00Z
form-format-uuid = eine UUID wie 123e4567-e89b-12d3-a456-426614174000
form-hint-pattern = Muss diesem Muster entsprechen: { $pattern }
form-hint-length-between = { $min } bis { $max } Zeichen
form-hint-length-least = Mindestens { $min } Zeichen
form-hint-length-most = Höchstens { $max } Zeichen
form-hint-range-between = { $min } bis { $max }
form-hint-range-least = Mindestens { $min }
form-hint-range-most = Höchstens { $max }
form-hint-choices-between = { $min } bis { $max } auswählen
form-hint-choices-least = Mindestens { $min } auswählen
form-hint-choices-most = Höchstens { $max } auswählen
form-problem-missing = Erforderlich.
form-problem-too-short = Zu kurz: mindestens { $min } Zeichen.
form-problem-too-long = Zu lang: höchstens { $max } Zeichen.
form-problem-pattern = Das entspricht nicht dem Muster { $pattern }
form-problem-format = Hier wird erwartet: { $format }.
form-problem-not-a-number = Keine Zahl.
form-problem-not-an-integer = Keine ganze Zahl.
form-problem-too-small = Zu klein: mindestens { $min }.
form-problem-too-big = Zu groß: höchstens { $max }.
form-problem-not-above = Mehr als { $above }.
form-problem-not-below = Weniger als { $below }.
form-problem-no-multiple = Ein Vielfaches von { $step }.
form-problem-not-an-option = Keine der Möglichkeiten.
form-problem-twice-the-same = Dieselbe Antwort kommt zweimal vor.
form-problem-too-few = Wählen Sie mindestens { $min } aus.
form-problem-too-many = Wählen Sie höchstens { $max } aus.
form-problem-too-few-items = { $min ->
    [one] Mindestens { $min } Element.
   *[other] Mindestens { $min } Elemente.
}
form-problem-too-many-items = { $max ->
    [one] Höchstens { $max } Element.
   *[other] Höchstens { $max } Elemente.
}
form-problem-unknown = Das Formular des Servers nimmt das nicht an.

url-title = { $server } bittet Sie, eine Webseite zu öffnen
url-address = Adresse
url-domain = Die Website ist { $domain }.
url-reads = Wird als { $domain } angezeigt.
url-warnings = Warnungen zur Adresse
url-hint = Von dort wurde nichts abgerufen. Ihr Browser öffnet die Seite nur, wenn Sie zustimmen, und der Server erfährt, dass Sie zugestimmt haben.
url-open = In meinem Browser öffnen
url-keys = Strg+Eingabe öffnet sie, Esc lässt die Anfrage warten.
url-warning-punycode = Der Name der Website enthält andere als die einfachen englischen Buchstaben und soll vielleicht wie ein anderer aussehen: { $domain }.
url-warning-mixed-scripts = Der Name der Website mischt Alphabete. So lässt man Namen wie andere aussehen.
url-warning-not-https = Die Verbindung ist nicht verschlüsselt: Andere im Netzwerk können lesen und ändern, was Sie sehen und eingeben.
url-warning-address = Die Adresse ist eine bloße Netzwerkadresse und keine Website mit Namen.
url-warning-credentials = In der Adresse steht ein Name oder Passwort. Was vor dem @ steht, ist nicht die Website.
url-warning-port = Die Adresse verwendet einen ungewöhnlichen Port.
url-warning-unknown = Zu dieser Adresse gibt es eine Warnung, für die dieser Version die Worte fehlen: { $code }.

missed-list = Verpasste Anfragen
missed-none = Nichts verpasst.
missed-cancelled = Der Server hat die Anfrage zurückgezogen, bevor Sie geantwortet haben.
missed-call-ended = Der Aufruf, der dies gefragt hat, ist beendet.
missed-server-ended = Der Server wurde gestoppt.
missed-too-often = Der Server hatte seine Grenze an Anfragen pro Stunde erreicht.
missed-over-budget = Der Server hätte seine Grenze an Token pro Tag überschritten.
missed-muted = Sie haben Anfragen dieses Servers blockiert.
missed-no-stand-in = Sie haben Paddock nicht erlaubt, Sie anstelle dieser App zu fragen.
missed-lapsed = Sie haben nicht rechtzeitig geantwortet, deshalb soll die App es noch einmal versuchen.
missed-lapsed-access = Sie haben nicht rechtzeitig geantwortet, deshalb wurde der Zugriff verweigert.
missed-again = { $count ->
    [one] Er hat danach noch einmal gefragt.
   *[other] Er hat danach noch { $count }-mal gefragt.
}
missed-allow-next = Nächstes Mal erlauben
missed-allow-hint = Die nächste Anfrage dieses Servers wird innerhalb seiner Grenzen gesendet und die Antwort übergeben, ohne Sie zu fragen.
missed-allow-label = Nächstes Mal erlauben: { $server }
missed-allowed-next = Die nächste Anfrage von { $server } geht ohne Rückfrage durch.
missed-dismiss-label = Verpasste Anfrage von { $server } ausblenden

## Activity

activity-title = Aktivität
activity-lead = Was freigegeben, mitgeteilt, aufgerufen und widerrufen wurde.
activity-find = In Pfaden, Servern, Apps und Details suchen
activity-server = Server
activity-all-servers = Alle Server
activity-which-app = App
activity-all-apps = Alle Apps
activity-tool = Tool
activity-all-tools = Alle Tools
activity-outcome = Ergebnis
activity-outcome-all = Alle Ergebnisse
activity-span = Zeitraum
activity-span-all = Jederzeit
activity-span-hour = Letzte Stunde
activity-span-today = Heute
activity-span-week = Letzte 7 Tage
activity-span-month = Letzte 30 Tage
activity-kind = Anzeigen
activity-all = Alles
activity-group-access = Zugriff
activity-group-servers = Server
activity-group-folders = Ordner
activity-group-calls = Tool-Aufrufe
activity-group-requests = Anfragen und Modelle
activity-group-apps = Apps
activity-group-network = Netzwerk
activity-group-app = Paddock
activity-export = JSONL exportieren
activity-export-more = Weitere Wege zu exportieren
activity-export-csv = CSV exportieren
activity-delete = Aktivität löschen …
activity-day-today = Heute, { $day }
activity-day-yesterday = Gestern, { $day }
activity-exported = Nach { $path } geschrieben
activity-older = Ältere anzeigen
activity-empty = Noch ist nichts geschehen.
activity-empty-filter = Keine Treffer.
activity-clear-filter = Filter löschen
activity-table = Aktivitätseinträge
activity-when = Wann
activity-what = Was
activity-where = Server
activity-details = Details
activity-told-none = Keine Ordner
activity-arguments = Argumente
activity-person = Sie
activity-app = Paddock
activity-by-server = Server
activity-by-app = App
activity-by-app-named = App { $app }
activity-for-app = für { $app }
activity-done = Erledigt
activity-failed = Fehlgeschlagen
activity-blocked = Blockiert

## What happened, one line a kind

activity-granted = Ordner freigegeben
activity-revoked = Zugriff widerrufen
activity-expired = Zugriff abgelaufen
activity-run-ended = Zugriff endete mit dem Server
activity-access-changed = Zugriff geändert
activity-lifetime-changed = Dauer geändert
activity-server-added = Server hinzugefügt
activity-server-edited = Server bearbeitet
activity-server-removed = Server entfernt
activity-server-trusted = Befehl als vertrauenswürdig bestätigt
activity-trust-withdrawn = Vertrauen in den Befehl entzogen
activity-server-started = Server gestartet
activity-server-stopped = Server gestoppt
activity-server-failed = Server ausgefallen
activity-session-began = App verbunden
activity-session-ended = App getrennt
activity-scope-changed = Ordner für Apps geändert
activity-tool-rule-changed = Regel für ein Tool geändert
activity-tools-accepted = Geänderte Tools akzeptiert
activity-call-allowed = Aufruf erlaubt
activity-call-denied = Aufruf nicht erlaubt
activity-call-lapsed = Aufruf nicht rechtzeitig beantwortet
activity-destination-allowed = Ziel erlaubt
activity-destination-denied = Ziel abgelehnt
activity-destination-revoked = Entscheidung über ein Ziel zurückgenommen
activity-destination-expired = Erlaubnis für ein Ziel abgelaufen
activity-destination-run-ended = Erlaubnis für ein Ziel endete mit dem Server
activity-connected = Verbindung hergestellt
activity-connection-refused = Verbindung abgelehnt
activity-connection-cut = Verbindung getrennt
activity-roots-told = Ordner mitgeteilt
activity-folder-gone = Ordner nicht mehr vorhanden
activity-folder-back = Ordner wieder da
activity-folder-replaced = Ordner wurde ersetzt
activity-tool-called = Tool aufgerufen
activity-resource-read = Ressource gelesen
activity-prompt-filled = Prompt ausgefüllt
activity-grant-failed = Freigabe fehlgeschlagen
activity-attempt-denied = Zugriff über die Freigaben hinaus abgelehnt
activity-confinement-changed = Schutz geändert
activity-lifecycle-changed = Starten und Stoppen geändert
activity-limits-changed = Obergrenzen geändert
activity-sending-held = Obergrenze für das Senden erreicht
activity-sending-allowed = Weiteres Senden für heute erlaubt
activity-sending-stopped = Senden für heute gestoppt
activity-stand-in-changed = Fragen anstelle einer App ein- oder ausgeschaltet
activity-asking-changed = Grenzen für Anfragen geändert
activity-provider-added = Anbieter hinzugefügt
activity-provider-edited = Anbieter bearbeitet
activity-provider-allowed = Anbieter erlaubt
activity-provider-removed = Anbieter entfernt
activity-proven = Schutz nachgewiesen
activity-proof-failed = Schutz hat nicht gehalten
activity-activity-deleted = Aktivität gelöscht
activity-retention-changed = Aufbewahrung der Aktivität geändert
activity-sampling-sent = Anfrage an ein Modell gesendet
activity-sampling-delivered = Antwort übergeben
activity-sampling-denied = Anfrage an ein Modell abgelehnt
activity-sampling-automatic = Ohne Rückfrage beantwortet
activity-elicitation-answered = Formular beantwortet
activity-elicitation-declined = Frage abgelehnt
activity-url-visited = Adresse besucht
activity-request-missed = Anfrage verpasst
activity-paused = Server pausiert
activity-resumed = Server fortgesetzt
activity-app-paused = App pausiert
activity-app-resumed = App fortgesetzt
activity-session-narrowed = Ordner einer Sitzung weggenommen
activity-started = Paddock gestartet
activity-fact-for-this-run = solange der Server läuft
activity-fact-for-a-time = für eine bestimmte Zeit
activity-fact-always = bis auf Widerruf
activity-fact-every-destination = alle Ziele
activity-fact-any-bytes-a-day = keine Tagesgrenze für das Senden
activity-fact-bytes-a-day = höchstens { $size } pro Tag gesendet
activity-fact-bytes-today = heute { $size }
activity-fact-no-limit-today = heute ohne Grenze
activity-fact-nothing-more-today = heute nichts mehr
activity-fact-processes = { $number ->
    [one] 1 Prozess
   *[other] { $number } Prozesse
}
activity-fact-any-memory = keine Speichergrenze
activity-fact-memory = { $number } MiB Arbeitsspeicher
activity-fact-restarts-on-failure = startet nach einem Fehler neu
activity-fact-never-restarts = startet nie neu
activity-fact-always-restarts = startet immer neu
activity-fact-pinged = { $number ->
    [one] Ping jede Sekunde
   *[other] Ping alle { $number } Sekunden
}
activity-fact-on-demand = startet bei Bedarf
activity-fact-stops-when-idle = { $number ->
    [one] stoppt nach 1 Minute ohne Nutzung
   *[other] stoppt nach { $number } Minuten ohne Nutzung
}
activity-fact-requests-an-hour = { $number ->
    [one] 1 Anfrage pro Stunde
   *[other] { $number } Anfragen pro Stunde
}
activity-fact-tokens-a-day = { $number ->
    [one] 1 Token pro Tag
   *[other] { $number } Token pro Tag
}
activity-fact-muted = stummgeschaltet
activity-fact-all-folders = alle Ordner
activity-fact-where-the-app-works = nur wo die App arbeitet
activity-fact-all-revoked = alle Zugriffe wurden widerrufen
activity-fact-open = { $number } offen
activity-fact-blocked = { $number } blockiert
activity-fact-days = { $number ->
    [one] 1 Tag aufbewahrt
   *[other] { $number } Tage aufbewahrt
}
activity-fact-megabytes = höchstens { $number } MB
activity-fact-with-paths = mit Pfaden
activity-fact-without-paths = ohne Pfade
activity-fact-with-arguments = mit Argumenten
activity-fact-without-arguments = ohne Argumente
activity-fact-by-hand = von Hand beantwortet
activity-fact-rule-allowed = { $name }: erlaubt
activity-fact-rule-ask = { $name }: vorher fragen
activity-fact-rule-off = { $name }: aus
activity-fact-no-rule = { $name }: keine eigene Regel
activity-fact-for-app = für { $name }
activity-fact-asked-in-its-place = Sie werden anstelle von { $name } gefragt
activity-fact-not-asked-in-its-place = Sie werden nicht anstelle von { $name } gefragt
activity-fact-changed-tools-wait = Aufrufe geänderter Tools warten
activity-fact-changed-tools-not-held = Aufrufe geänderter Tools warten nicht
activity-fact-enforced = durchgesetzt
activity-fact-not-enforced = nicht durchgesetzt
activity-fact-network-off = Netzwerk aus
activity-fact-network-asks = Netzwerk fragt vorher
activity-fact-network-open = Netzwerk offen
activity-fact-asks-first = wartet beim ersten Zugriff nach außen auf Sie
activity-fact-leaks = hat { $name } erreicht
activity-fact-taken-back = der Server nahm sie zurück
activity-fact-call-ended = ihr Aufruf endete
activity-fact-server-ended = der Server endete
activity-fact-too-often = zu oft gefragt
activity-fact-over-budget = das Budget war verbraucht
activity-fact-no-stand-in = Paddock darf Sie nicht anstelle der App fragen
activity-fact-tokens = { $number ->
    [one] 1 Token
   *[other] { $number } Token
}

## Settings

settings-title = Einstellungen
settings-window = Fenster
settings-start-at-login = Paddock beim Anmelden starten
settings-start-hint = Server starten mit, im Hintergrund.
settings-close-to-tray = Nach dem Schließen des Fensters im Infobereich weiterlaufen
settings-close-hint = Ihre Server laufen weiter. Beenden können Sie Paddock im Infobereich oder unten.
settings-no-tray = Dieser Desktop hat keinen Infobereich, deshalb beendet das Schließen des Fensters Paddock.
settings-theme = Erscheinungsbild
settings-theme-system = Wie das System
settings-theme-light = Hell
settings-theme-dark = Dunkel
settings-notify = Benachrichtigungen
settings-notify-hint = Dass eine Grenze nicht gehalten hat oder ein anderes Programm um Zustimmung bittet, wird in jedem Fall gemeldet.
settings-notify-all = Alle
settings-notify-requests = Nur Anfragen
settings-notify-none = Keine
settings-lifetime = Übliche Dauer einer Freigabe
settings-lifetime-hint = Schon ausgewählt, wenn Sie gefragt werden. Gefragt werden Sie jedes Mal.
settings-at-quit = Wenn Paddock beendet wird
settings-at-quit-ask = Nachfragen
settings-at-quit-stop = Alle Server stoppen
settings-at-quit-keep = Server weiterlaufen lassen
settings-keep-hint = Server, die weiterlaufen, können Ihre KI-Apps weiter verwenden. Öffnen Sie Paddock wieder, um sie zu sehen oder zu stoppen.
settings-consent = Zustimmung
settings-terminal-consent = Zustimmung im Terminal erlauben
settings-terminal-hint = Sonst kann nur das Fenster von Paddock erweitern, was Server dürfen. Das Einschalten braucht Ihre Zustimmung.
settings-secrets = Geheime Werte
settings-activity = Aktivität
settings-keep-days = Aufbewahren für
settings-keep-days-value = { $days ->
    [one] { $days } Tag
   *[other] { $days } Tage
}
settings-keep-size = Höchstens aufbewahren
settings-keep-size-value = { $megabytes } MB
settings-keep-paths = Pfade aufzeichnen, die Aufrufe nennen
settings-keep-paths-hint = Nur solche innerhalb freigegebener Ordner.
settings-keep-arguments = Argumente von Aufrufen aufzeichnen
settings-keep-arguments-hint = Die Argumente jedes Aufrufs, ohne bekannte geheime Werte, nach 4.000 Byte abgeschnitten. Sie können Inhalte von Dateien enthalten.
settings-activity-hint = Die ältesten Einträge fallen zuerst weg. Weniger aufbewahren und Löschen gehen nur mit Ihrer Zustimmung.
settings-keyring-only = Server nur mit geheimen Werten aus dem Schlüsselbund starten
settings-keyring-only-hint = Sonst werden geheime Werte, die der Schlüsselbund nicht annimmt, in Paddocks eigener Datei behalten, die nur Ihr Konto lesen darf (Modus 0600).
settings-secrets-in-file =
    { $count ->
        [one] Ein geheimer Wert ist in Paddocks eigener Datei und nicht im Schlüsselbund.
       *[other] { $count } geheime Werte sind in Paddocks eigener Datei und nicht im Schlüsselbund.
    }
settings-secrets-try = In den Schlüsselbund verschieben
settings-quit-title = Beenden
settings-quit = Paddock beenden
settings-quit-asks = Lassen Sie Server weiterlaufen, damit Ihre KI-Apps sie weiter verwenden können. Der Zugriff bleibt in beiden Fällen bestehen.
settings-quit-hint = Jeder Server stoppt. Zugriff bis auf Widerruf bleibt bestehen.
settings-quit-keeps = Das Fenster und das Symbol im Infobereich verschwinden. Server laufen weiter und behalten ihren Zugriff.
about-title = Info
about-version = Paddock { $version }
about-licence = Freie Software unter der MIT-Lizenz oder der Apache-Lizenz 2.0, nach Ihrer Wahl. Ohne jede Gewährleistung.
about-others = Die Bibliotheken, aus denen es gebaut ist, haben eigene Lizenzen.
about-libraries = Lizenzen der Bibliotheken
settings-language = Sprache
settings-language-label = Sprache von Paddock
settings-language-account = Wie auf meinem Computer ({ $language })
language-de = Deutsch
language-en = English
language-ko = 한국어
language-zh-cn = 简体中文
settings-keys = Tastatur
settings-keys-show = Tastenkürzel anzeigen

keys-title = Tastenkürzel
keys-screens = Zugriff, Server, Apps, Anfragen, Aktivität, Einstellungen
keys-add = Ordner hinzufügen
keys-find = In dieser Ansicht suchen
keys-zoom = Größer, kleiner, normale Größe
keys-help = Diese Liste
keys-allow = In der geöffneten Frage erlauben oder absenden
keys-later = Frage warten lassen, Bereich schließen
keys-grid = Im Raster bewegen
keys-stage = Im Raster nur lesen lassen oder um Schreiben bitten
keys-revoke = Im Raster widerrufen
key-control = Strg
key-enter = Eingabe
key-delete = Entf

## Models: where the answers that servers ask for come from

models-title = Modelle
models-lead = Server können um die Antwort eines Modells bitten. Sie wählen, welche Modelle es gibt, und sehen jede Anfrage, bevor sie gesendet wird.
models-none = Es ist kein Modell eingerichtet. Anfragen nach der Antwort eines Modells warten, bis es eines gibt oder Sie von Hand antworten.
models-list = Anbieter
models-add = Anbieter hinzufügen
models-title-add = Anbieter hinzufügen
models-preset = Vorlage
models-preset-own = Andere
models-local = Auf diesem Computer
models-remote = Verlässt diesen Computer
models-leaves = Die Texte, Bilder und Audiodaten jeder Anfrage, die Sie senden, gehen an diese Adresse und sonst nirgendwohin.
models-count = { $count ->
    [0] Keine Modelle
    [one] { $count } Modell
   *[other] { $count } Modelle
}
models-unknown = Modelle noch nicht geladen
models-asking = Modelle werden geladen …
models-not-allowed = Nicht verwendet: Seine Adresse ist nicht erlaubt
models-allow = Erlauben …
models-allow-label = { $provider } erlauben …
models-key-none = Kein Schlüssel
models-key-kept = Schlüssel im Schlüsselbund
models-key-until-quit = Schlüssel wird bis zum Beenden behalten
models-preferred-is = bevorzugt { $model }
models-check = Prüfen
models-check-label = { $provider } prüfen
models-edit = Bearbeiten
models-edit-label = { $provider } bearbeiten
models-remove = Entfernen
models-remove-label = { $provider } entfernen
models-remove-ask = { $provider } entfernen und den Schlüssel vergessen?
models-remove-keep = Behalten
models-name = Name
models-api = API
models-api-open-ai = OpenAI und kompatible
models-api-anthropic = Anthropic
models-url = Adresse
models-url-hint = Die Basisadresse, etwa http://127.0.0.1:11434/v1.
models-key = Schlüssel
models-key-new-hint = Optional. Er kommt in den Schlüsselbund Ihres Desktops oder wird sonst bis zum Beenden behalten. Er wird nie wieder angezeigt.
models-key-edit-hint = Leer lassen, um ihn zu behalten. Er wird nie angezeigt.
models-key-again-hint = Die Adresse hat sich geändert, deshalb wird der Schlüssel nicht für sie behalten. Geben Sie ihn erneut ein, oder entfernen Sie ihn.
models-key-remove = Schlüssel entfernen
models-preferred = Bevorzugtes Modell
models-preferred-none = Keines: das erste passende verwenden
models-preferred-hint = Wird verwendet, wenn ein Server kein verfügbares Modell nennt.
models-save = Speichern
models-add-save = Hinzufügen

## What is enforced on this computer

system-title = Was auf diesem Computer durchgesetzt wird
system-unknown = Es wird ermittelt, was dieser Computer durchsetzen kann …
system-way = Verfahren
system-here = Auf diesem Computer
tier-live = Ordner kommen und gehen, während ein Server läuft.
tier-restarts = Bei einer Änderung startet der Server neu.
tier-works = Funktioniert
tier-best = in Verwendung
tier-fails = Funktioniert nicht
tier-lacks = Fehlt: { $what }
system-held-end = Wird ein Ordner widerrufen, verliert ihn ein Server, der ihn geöffnet hat, sofort.
system-held-stay = Wird ein Ordner widerrufen, behält ihn ein Server, der ihn geöffnet hat, bis zu seinem Neustart.
system-network = Das Netzwerk lässt sich für einen einzelnen Server ausschalten.
system-no-network = Das Netzwerk lässt sich nicht für einen einzelnen Server ausschalten.
system-destinations = Ein Server lässt sich auf die Ziele beschränken, die Sie erlauben.
system-no-destinations = Ein Server lässt sich nicht auf einzelne Ziele beschränken: Wo Sie vorher gefragt werden sollen, ist sein Netzwerk aus.
system-sockets-kept = Sockets, die andere Programme ohne Pfad anbieten, etwa X11 und D-Bus, sind unerreichbar.
system-sockets-open = Solange das Netzwerk eines Servers eingeschaltet ist, kann er Sockets erreichen, die andere Programme ohne Pfad anbieten, etwa X11 und D-Bus. Darüber kommt er möglicherweise an alles, was Ihnen gehört. Schalten Sie sein Netzwerk aus, oder verwenden Sie Linux 6.12 oder neuer.
system-processes = Wie viele Prozesse und Threads ein Server haben darf, ist begrenzt, wie es in seinen Einstellungen steht: mit Live-Mounts oder wo das System Paddock eine Kontrollgruppe gibt. Wenn der Arbeitsspeicher ausgeht, beendet das System Server vor Ihren anderen Programmen.
system-no-processes = Wie viele Prozesse ein Server startet, ist nicht begrenzt. Wenn der Arbeitsspeicher ausgeht, beendet das System Server vor Ihren anderen Programmen.
system-memory-together = Die Obergrenze für den Arbeitsspeicher eines Servers gilt für alle seine Prozesse zusammen; eine Kontrollgruppe (cgroup) setzt sie durch.
system-memory-each = Die Obergrenze für den Arbeitsspeicher eines Servers gilt für jeden seiner Prozesse einzeln.
system-attempts = Was Server versuchen, ist sichtbar und lässt sich dort, wo Ordner im laufenden Betrieb kommen und gehen, anhalten, bis Sie antworten.
system-no-attempts = Was Server versuchen, ist nicht sichtbar.
system-proxy = Server mit „Vorher fragen“ erreichen öffentliche Ziele über Ihren Proxy { $address }.
system-proxy-unusable = Ihr Proxy lässt sich nicht verwenden: Paddock kann HTTP- und SOCKS-5-Proxys verwenden. Solange HTTPS_PROXY oder ALL_PROXY keinen solchen nennt, erreichen Server mit „Vorher fragen“ nichts Öffentliches.

facility-user-namespace = Namensräume, die ein gewöhnliches Konto anlegen darf. Die Systemverwaltung kann sie zulassen.
facility-mount-namespace = Mount-Namensräume. Sie gehören zum Kernel.
facility-pid-namespace = Prozess-Namensräume. Sie gehören zum Kernel.
facility-network-namespace = Netzwerk-Namensräume. Sie gehören zum Kernel.
facility-mount = Einhängen innerhalb eines Namensraums. Etwas auf diesem System verbietet es, etwa AppArmor oder ein Container.
facility-landlock = Landlock in diesem Kernel. Es ist ab Linux 5.13 dabei und lässt sich beim Start des Computers einschalten.
facility-seccomp = seccomp-Filter in diesem Kernel.
facility-system = Unterstützung für dieses System in dieser Version von Paddock.

## What was tried when a boundary was proven

passages-title = Netzwerk
passage-ipv4 = Mit einer Adresse im Internet verbinden
passage-ipv6 = Mit einer IPv6-Adresse im Internet verbinden
passage-closed-port = Über einen Port verbinden, an dem nichts erlaubt ist
passage-datagram = An TCP vorbei senden, wie es UDP tut
passage-question = Nach der Adresse eines Namens fragen
passage-interface = Ein anderes Netzwerkgerät verwenden
passage-allowed-name = Einen erlaubten Namen finden
passage-other-name = Einen nicht erlaubten Namen finden
arrival-paddock = Kommt bei Paddock an, das entscheidet
arrival-nowhere = Kommt nirgends an
arrival-elsewhere = Verlässt möglicherweise diesen Computer
arrival-answered = Gefunden
arrival-no-name = Diesen Namen gibt es nicht
arrival-none = Es gibt keines
prove-inside-read = In einem freigegebenen Ordner lesen
prove-inside-write = In einem freigegebenen Ordner schreiben
prove-read-only-write = In einem nur lesbaren Ordner schreiben
prove-guarded-write = Schreiben, was andere Programme ausführen
prove-outside = Außerhalb der eigenen Ordner lesen
prove-sibling = Auflisten, was neben einem Ordner liegt
prove-link-out = Einem Link folgen, der nach außen führt
prove-kept-out = Private Daten erreichen, Ihre oder die von Paddock
prove-after-revoke = Einen Ordner nach dem Widerruf lesen

## Tray

tray-status-active = { $grants ->
    [one] { $grants } Freigabe
   *[other] { $grants } Freigaben
}, { $servers ->
    [one] { $servers } Server läuft
   *[other] { $servers } Server laufen
}
tray-status-unenforced = { $grants ->
    [0] Kein Zugriff auf Ordner
    [one] { $grants } Freigabe
   *[other] { $grants } Freigaben
}, { $servers ->
    [one] { $servers } Server ohne Durchsetzung
   *[other] { $servers } Server ohne Durchsetzung
}
tray-unenforced = { $server } → alles, was Sie lesen können, nicht durchgesetzt
tray-stop = Stoppen
tray-apps = Apps ({ $count })
tray-destinations = Ziele ({ $count })
tray-destination = { $lifetime ->
    [until] { $destination } → { $server }, bis { $time }
   *[open] { $destination } → { $server }
}
tray-session = { $place ->
    [folder] { $kept ->
        [no] { $app } → { $server }, { $folder }, nicht durchgesetzt
       *[yes] { $app } → { $server }, { $folder }
    }
   *[nowhere] { $kept ->
        [no] { $app } → { $server }, nicht durchgesetzt
       *[yes] { $app } → { $server }
    }
}
tray-session-take = { $folder } wegnehmen, { tray-access }
tray-session-end = Sitzung beenden
tray-status-paused = Alle Server sind pausiert
tray-none = Kein Zugriff auf Ordner
tray-grant = { $lifetime ->
    [until] { $folder } → { $server }, { tray-access }, bis { $time }
   *[open] { $folder } → { $server }, { tray-access }
}
tray-access = { $access ->
    [read] lesen
    [write-guarded] schreiben, außer was ausgeführt wird
    [write-commits] schreiben und committen
   *[read-write] alles schreiben
}
tray-extend-hour = Auf 1 Stunde ab jetzt verlängern…
tray-make-read-only = Auf „Nur lesen“ setzen
tray-revoke = Widerrufen
tray-revoke-all = Gesamten Zugriff widerrufen
tray-revoke-all-connects = Gesamten Zugriff und { $count ->
    [one] { $count } Ziel
   *[other] { $count } Ziele
} widerrufen
tray-pause = Alle Server pausieren
tray-pause-15 = 15 Minuten lang
tray-pause-until-resumed = Bis zum Fortsetzen
tray-resume = Server fortsetzen…
tray-resume-app = { $app } fortsetzen…
tray-open = Paddock öffnen
tray-quit = Beenden und alle Server stoppen
tray-quit-keep = Beenden und Server weiterlaufen lassen
tray-quit-only = Beenden
tray-status-no-host = Der Hintergrunddienst von Paddock wurde beendet
tray-try-again = Erneut versuchen
tray-consents = { $count ->
    [one] 1 Frage wartet auf Ihre Zustimmung …
   *[other] { $count } Fragen warten auf Ihre Zustimmung …
}
tray-requests = { $count ->
    [one] { $count } Anfrage wartet auf Sie …
   *[other] { $count } Anfragen warten auf Sie …
}
tray-more = { $count ->
    [one] { $count } weitere …
   *[other] { $count } weitere …
}

## Dialogs of the desktop: what they are called

dialog-folder = Ordner zum Freigeben wählen
dialog-workspace = Arbeitsbereichsdatei wählen, deren Ordner freigegeben werden sollen
dialog-workspace-files = Arbeitsbereichsdateien
dialog-server = Bundle oder server.json zum Hinzufügen wählen
dialog-path-folder = Ordner für den Server wählen
dialog-path-file = Datei für den Server wählen
dialog-activity = Aktivität exportieren

## Notifications: no full paths and no secrets in them

notify-expiring = Der Zugriff von { $server } auf { $folder } endet in 5 Minuten.
notify-ended = Der Zugriff von { $server } auf { $folder } ist beendet.
notify-server-failed = { $server } ist ausgefallen und gestoppt.
notify-command-changed = Der Befehl von { $server } hat sich geändert. Der Server bleibt gestoppt, bis Sie dem Befehl vertrauen.
notify-asks = { $server } möchte { $folder } verwenden und wartet auf Ihre Antwort.
notify-requests = { $count ->
    [one] { $server } fragt Sie etwas und wartet auf Ihre Antwort.
   *[other] { $server } hat { $count } Fragen an Sie und wartet auf Ihre Antworten.
}
notify-consent = { $program } bittet um mehr Zugriff. Paddock wartet auf Ihre Zustimmung.
notify-requests-of-app = { $count ->
    [one] { $server }, verwendet von { $app }, fragt Sie etwas und wartet auf Ihre Antwort.
   *[other] { $server }, verwendet von { $app }, hat { $count } Fragen an Sie und wartet auf Ihre Antworten.
}
notify-call-waits = { $app } möchte das Tool { $tool } von { $server } aufrufen und wartet auf Ihre Antwort.
notify-sending = { $server } hat heute { $size } gesendet, mehr ist nicht erlaubt. Der Server wartet auf Ihre Antwort.
notify-destination = { $server } möchte { $destination } erreichen und wartet auf Ihre Antwort.
notify-place = { $app } arbeitet in { $folder }, worauf { $server } keinen Zugriff hat. Sie können in Paddock entscheiden.
notify-host-lost = Der Hintergrunddienst von Paddock wurde beendet und mit ihm alle Server.
notify-open = Öffnen
notify-revoke = Widerrufen
notify-deny = Ablehnen
notify-leaked = Der Schutz von { $server } hat nicht gehalten. Der Server ist gestoppt.
notify-folder-gone = { $folder } ist nicht vorhanden. Der Zugriff darauf ist ausgesetzt.
notify-folder-back = { $folder } ist wieder da. Der Zugriff darauf gilt weiter.
notify-folder-replaced = An der Stelle von { $folder } liegt jetzt ein anderer Ordner. Der Zugriff darauf ist ausgesetzt.

## Warnings about a picked folder

warning-contains-own-data = Hier bewahrt Paddock seine eigenen Daten auf, deshalb bekommt ein Server mit erzwungenen Grenzen diesen Ordner nicht. Geben Sie stattdessen die Ordner darin frei, die er braucht. Ein Server ohne erzwungene Grenzen könnte ändern, was Sie freigegeben haben.
warning-own-data = Hier bewahrt Paddock seine eigenen Daten auf, deshalb darf kein Server diesen Ordner bekommen.
warning-root-of-disk = Das ist das Stammverzeichnis des ganzen Datenträgers: jede Datei jedes Kontos.
warning-home = Das ist Ihr persönlicher Ordner: Schlüssel, E-Mails, Browserdaten und alles andere, was Ihnen gehört.
warning-whole-drive = Das ist ein ganzes Laufwerk.
warning-secrets-folder = { $subject } ist der Ort für Schlüssel und Passwörter.
warning-cloud-credentials = { $subject } enthält die Zugangsdaten Ihrer Cloud-Konten.
warning-browser-profile = Hier bewahrt ein Browser Passwörter, Cookies und Verlauf auf.
warning-client-config = { $subject } ist die Konfiguration eines KI-Clients. Wer hier schreibt, bestimmt, was dieser Client ausführt.
warning-on-path = Aus diesem Ordner werden Programme ausgeführt. Wer hier schreibt, bestimmt, was auf diesem Computer läuft.
warning-network-share = Dieser Ordner liegt auf einem Netzlaufwerk. Andere können ihn vielleicht auch sehen und ändern.
warning-synced-folder = { $subject } synchronisiert diesen Ordner. Änderungen erreichen Ihre anderen Geräte und die Cloud.
warning-git-hooks = Das ist ein Git-Repository. Mit Schreibzugriff kann ein Server Hooks hinzufügen, die bei Ihrem nächsten Commit Befehle ausführen.
warning-not-all-guarded = Dieser Ordner ist zu groß, um ihn ganz zu durchsuchen. Ein Skript tief darin, das ein Hook oder eine Git-Einstellung ausführt, ist vielleicht nicht geschützt.
warning-all-guarded = Ihre Werkzeuge führen aus, was in diesem Ordner liegt. Mit diesem Zugriff kann der Server ihn deshalb lesen, aber nichts schreiben. Damit er hier schreiben kann, wählen Sie „Alles schreiben“.
warning-likely-secrets = Vermutlich geheime Dateien darin: { $subject }.
warning-large = Dieser Ordner ist groß: Direkt in ihm liegen mindestens { $subject } Dateien und Ordner.
warning-inside-granted = Er liegt innerhalb von { $subject }. Dieser Ordner ist bereits freigegeben.
warning-inside-program = Er gehört zum Programm von { $subject }. Ein Server, der hier schreiben darf, bestimmt, was jener tut.
warning-holds-program = Er enthält das Programm von { $subject }. Server, die hier schreiben dürfen, können dieses trotzdem nicht ändern.
warning-contains-granted = Er enthält { $subject }. Dieser Ordner ist bereits freigegeben.
warning-same-folder = Derselbe Ordner ist als { $subject } bereits freigegeben.
warning-symlink = Er wurde über einen symbolischen Link ausgewählt. Freigegeben wird der Ordner, der angezeigt wird.

warning-unknown = Zu diesem Ordner gibt es eine Warnung, für die dieser Version die Worte fehlen: { $code }.

## Errors: what happened, what it means, what to do

hint-node = node, npm und npx gehören zu Node.js. Installieren Sie es von nodejs.org oder mit der Paketverwaltung Ihres Systems.
hint-uv = uvx gehört zu uv. Installieren Sie es so, wie es docs.astral.sh/uv beschreibt.
hint-python = Auf vielen Systemen heißt Python python3 und nicht python. Verwenden Sie den Namen, den es bei Ihnen hat, oder installieren Sie Python von python.org oder mit der Paketverwaltung Ihres Systems.
hint-docker = docker gehört zu Docker. Installieren Sie es so, wie es docs.docker.com beschreibt.
hint-podman = podman gehört zu Podman. Installieren Sie es so, wie es podman.io beschreibt, oder mit der Paketverwaltung Ihres Systems.
hint-bun = bunx gehört zu Bun. Installieren Sie es so, wie es bun.com beschreibt.
hint-deno = deno gehört zu Deno. Installieren Sie es so, wie es deno.com beschreibt.
hint-java = java gehört zu einer Java-Laufzeitumgebung wie OpenJDK. Installieren Sie eine von adoptium.net oder mit der Paketverwaltung Ihres Systems.
hint-version-manager = Eine Versionsverwaltung wie pyenv, asdf, nvm oder mise hat anscheinend keine Version des Programms, die sie starten könnte. Installieren Sie damit eine, und legen Sie sie fest, oder geben Sie den absoluten Pfad des Programms an.
hint-arguments = Das Programm nimmt seine Argumente anscheinend nicht an. Prüfen Sie sie.
hint-browser-sandbox = Ein Browser will anscheinend eine eigene Sandbox, die er hier nicht einrichten kann. Lassen Sie den Server ihn mit --no-sandbox starten: Die Sandbox von Paddock schließt ihn ohnehin ein.
hint-browser-landlock = Ein Browser kann hier anscheinend nicht starten: Chromium braucht Unix-Sockets, und ein Server, den nur Landlock einschließt, kann keine anlegen.

error-storage-failed = Die Änderung konnte nicht gespeichert werden: { $reason }. Sie wurde nicht vorgenommen. Versuchen Sie es erneut, und prüfen Sie den Datenträger, falls es immer wieder geschieht.
error-storage-full = Der Datenträger ist voll, deshalb wurde die Änderung nicht vorgenommen. Schaffen Sie Platz, und versuchen Sie es erneut.
error-storage-read-only = Der Datenordner von Paddock ist schreibgeschützt, deshalb wurde die Änderung nicht vorgenommen. Machen Sie den Ordner beschreibbar, und versuchen Sie es erneut.
error-storage-busy = Eine andere Instanz von Paddock verwendet die Daten, deshalb wurde die Änderung nicht vorgenommen. Schließen Sie sie, und versuchen Sie es erneut.
error-storage-hangs = Der Datenträger mit den Daten von Paddock antwortet nicht, deshalb wurde die Änderung nicht vorgenommen. Prüfen Sie den Datenträger, und versuchen Sie es erneut.
error-overtaken = Etwas, das Sie danach getan haben, hat dies rückgängig gemacht, bevor es fertig war. Tun Sie es noch einmal, wenn Sie es weiterhin möchten.
error-storage-damaged = Die Daten von Paddock waren beschädigt und konnten nicht gelesen werden. Sie wurden als { $kept } beiseitegelegt, und Paddock ist ohne jede Freigabe gestartet. Geben Sie erneut frei, was Sie brauchen.
error-storage-newer = Die Daten stammen von einer neueren Version von Paddock, und diese Version rührt sie nicht an. Installieren Sie die neuere Version.
error-revoke-not-saved = Dies konnte nicht gespeichert werden: Was Sie zurückgenommen oder angehalten haben, kann nach einem Neustart wieder bestehen. Schaffen Sie Platz auf dem Datenträger, oder machen Sie den Datenordner beschreibbar, und tun Sie es dann noch einmal.
error-program-not-found = Das Programm { $program } wurde nicht gefunden, deshalb kann der Server nicht starten. Gesucht in: { $looked }. Installieren Sie es, oder geben Sie seinen absoluten Pfad an.
error-program-not-executable = { $path } darf nicht ausgeführt werden, deshalb kann der Server nicht starten. Machen Sie die Datei ausführbar, oder wählen Sie ein anderes Programm.
error-bad-cwd = Der Server kann nicht in { $cwd } starten: Das ist kein Ordner, der sich öffnen lässt. Ändern Sie den Startordner.
error-server-exited = Der Server endete mit Code { $code }. Prüfen Sie seinen Befehl und die Argumente, und starten Sie ihn dann wieder. Seine letzte Ausgabe: { $stderr }
error-server-exits-at-start = Der Server endete zweimal gleich nach dem Start mit Code { $code }, deshalb startet Paddock ihn nicht mehr neu. Prüfen Sie seinen Befehl, und starten Sie ihn dann. Seine letzte Ausgabe: { $stderr }
error-server-killed = Der Server wurde durch { $signal } beendet. Das war das System oder ein anderes Programm. Sehen Sie in sein Protokoll, und starten Sie ihn dann wieder.
error-server-killed-at-start = Der Server wurde beim Start zweimal durch { $signal } beendet, deshalb wird er nicht wieder automatisch gestartet. Sehen Sie in sein Protokoll, und starten Sie ihn dann wieder.
error-server-out-of-memory = Der Server hat mehr als { $limit } Arbeitsspeicher verwendet. Das ist seine Obergrenze, deshalb hat ihn das System beendet. Erhöhen Sie sie in seinen Einstellungen, wenn er mehr braucht, und starten Sie ihn dann wieder.
error-server-short-of-memory = Der Server endete, vielleicht aus Mangel an Arbeitsspeicher: Jeder seiner Prozesse darf höchstens { $limit } haben, und in seiner letzten Ausgabe ist von Speicher die Rede. Erhöhen Sie die Obergrenze in seinen Einstellungen, wenn er mehr braucht. Seine letzte Ausgabe: { $stderr }
error-crash-loop = Der Server endete { $count }-mal innerhalb von { $seconds } Sekunden, deshalb wird er nicht mehr neu gestartet. Sehen Sie in sein Protokoll, und starten Sie ihn dann wieder.
error-initialize-timeout = Der Server hat nach dem Start nicht rechtzeitig geantwortet und wurde deshalb gestoppt. Sehen Sie in sein Protokoll, und starten Sie ihn dann wieder.
error-unsupported-revision = Der Server spricht die MCP-Revision { $revision }, die Paddock nicht beherrscht. Er wurde gestoppt. Aktualisieren Sie den Server oder Paddock.
error-protocol = Der Server hat die Regeln von MCP verletzt: { $reason }. Die Verbindung wurde geschlossen. Starten Sie den Server neu, und melden Sie es seinen Entwicklern, falls es immer wieder geschieht.
error-call-failed = Der Aufruf ist fehlgeschlagen: { $reason }. Prüfen Sie die Argumente, und versuchen Sie es erneut.
error-call-timeout = Das Tool hat nicht rechtzeitig geantwortet, deshalb wurde der Aufruf abgebrochen. Versuchen Sie es erneut, oder starten Sie den Server neu.
error-call-cancelled = Der Aufruf wurde abgebrochen.
error-server-not-running = Der Server läuft nicht, deshalb wurde nichts bei ihm angefragt. Starten Sie ihn, und versuchen Sie es erneut.
error-call-cut = Der Server wurde beendet oder neu gestartet, bevor er antwortete. Ob der Aufruf etwas bewirkt hat, ist nicht bekannt. Sehen Sie nach, bevor Sie ihn wiederholen.
error-no-such-server = Paddock hat keinen Server namens { $name }. Vergleichen Sie den Namen in der Konfiguration der App mit der Liste in Paddock.
error-session-ends = Die Standardein- und -ausgabe der App ist nicht verwendbar: { $reason }. Für sie wurde kein Server gestartet. Starten Sie dieses Programm mit Pipes, wie KI-Apps es tun.
error-session-ended = Die Sitzung mit dem Server wurde in Paddock beendet. Starten Sie sie in der App wieder, wenn Sie sie brauchen.
error-session-unlike = Der Server wurde erneut gestartet und spricht jetzt eine andere Version des Protokolls, deshalb wurde die Sitzung beendet. Starten Sie sie in der App neu.
error-unknown-server = Diesen Server gibt es nicht mehr. Er wurde in der Zwischenzeit entfernt.
error-unknown-session = Die Sitzung dieser App ist bereits vorbei, es gab also nichts zu beenden.
error-unknown-grant = Diesen Zugriff gibt es nicht mehr. Er endete in der Zwischenzeit.
error-bad-destination = { $reason ->
    [empty] Es wurde kein Ziel genannt, deshalb wurde nichts geändert. Schreiben Sie einen Namen wie api.example.com.
    [too-long] Dieser Name ist zu lang für einen Namen im Internet, deshalb wurde nichts geändert. Schreiben Sie einen kürzeren.
    [characters] Ein Name besteht aus Buchstaben, Ziffern, Bindestrichen und Punkten, deshalb wurde nichts geändert. Korrigieren Sie ihn.
    [odd-address] Diese Adresse ist ungewöhnlich geschrieben, deshalb wurde nichts geändert. Schreiben Sie sie wie 192.0.2.7.
    [page] Das ist die Adresse einer Seite, deshalb wurde nichts geändert. Schreiben Sie nur den Namen daraus, etwa api.example.com.
    [port] Der Port ist keine Zahl von 1 bis 65535, deshalb wurde nichts geändert. Korrigieren Sie ihn, oder lassen Sie ihn für 80 und 443 weg.
    [no-port] Ein Programm auf diesem Computer hat einen Port, deshalb wurde nichts geändert. Schreiben Sie es wie localhost:5432.
    [range] Das ist kein Adressbereich, deshalb wurde nichts geändert. Schreiben Sie ihn wie 10.0.0.0/8: Er endet auf Nullen, und die Zahl gibt an, wie viele Bits zählen.
    [star] Ein Stern steht allein oder vor einem Namen aus mindestens zwei Teilen wie in *.example.com, deshalb wurde nichts geändert. Korrigieren Sie das.
    [nowhere] Unter dieser Adresse lässt sich keine Verbindung herstellen, deshalb wurde nichts geändert. Schreiben Sie eine andere.
    [of-names] Adressen von 33.250.0.0 bis 33.251.255.255 stehen innerhalb von Servern für Namen. Unter ihnen lässt sich keine Verbindung herstellen, deshalb wurde nichts geändert. Schreiben Sie einen Namen oder eine andere Adresse.
   *[other] Das ist kein Ziel, deshalb wurde nichts geändert. Schreiben Sie einen Namen wie api.example.com.
}
error-unknown-destination = Dieses Ziel steht nicht mehr in der Liste. Es wurde inzwischen darüber entschieden, oder es ist abgelaufen.
error-too-many-destinations = Dieser Server hat bereits so viele Ziele, wie er haben kann, deshalb wurde nichts hinzugefügt. Nehmen Sie zuerst eines zurück.
error-unknown-pick = Diese Frage ist nicht mehr offen. Wählen Sie den Ordner noch einmal aus.
error-grant-refused = Dieser Ordner kann aus dem angegebenen Grund nicht freigegeben werden. Wählen Sie einen anderen Ordner.
error-name-not-typed = Was Sie eingetippt haben, ist nicht der Name des Ordners, deshalb wurde nichts freigegeben. Tippen Sie den Namen genau so ein, wie er angezeigt wird.
error-not-a-folder = { $path } ist kein Ordner und kann deshalb nicht freigegeben werden. Wählen Sie einen Ordner.
error-folder-missing = { $path } ist nicht vorhanden und kann deshalb nicht freigegeben werden. Stellen Sie den Ordner wieder her, oder wählen Sie einen anderen.
error-folder-denied = Ihr Konto darf { $path } nicht öffnen, deshalb kann der Ordner nicht freigegeben werden. Ändern Sie seine Berechtigungen, oder wählen Sie einen anderen.
error-folder-changed = Unter { $path } liegt jetzt ein anderer Ordner als beim Auswählen, deshalb wurde nichts freigegeben. Wählen Sie ihn noch einmal aus.
error-draft-too-long = Der Name, der Befehl oder seine Umgebung ist zu lang: Die Grenze liegt bei { $most } KiB. Nichts wurde übernommen. Kürzen Sie, oder legen Sie Langes in einer Datei ab.
error-draft-empty-name = Der Server hat keinen Namen. Geben Sie ihm einen.
error-draft-empty-program = Es ist kein Programm angegeben. Geben Sie seinen Namen oder Pfad an.
error-unknown-provider = Diesen Anbieter gibt es nicht mehr. Er wurde in der Zwischenzeit entfernt.
error-provider-name-taken = Es gibt bereits einen Anbieter mit diesem Namen. Wählen Sie einen anderen Namen.
error-provider-empty-name = Der Anbieter hat keinen Namen. Geben Sie ihm einen.
error-draft-name-taken = Es gibt bereits einen Server namens { $name }. Wählen Sie einen anderen Namen.
error-draft-bad-name = Der Name { $name } enthält unsichtbare Zeichen und könnte deshalb für einen anderen gehalten werden. Nichts wurde übernommen. Entfernen Sie diese Zeichen.
error-draft-number-name = Ein Name wie { $name } steht für die Nummer eines Servers. Nichts wurde gespeichert. Wählen Sie einen anderen Namen.
error-draft-nul = Der Befehl enthält ein Zeichen (NUL), das kein Befehl haben kann, deshalb wurde nichts übernommen. Entfernen Sie es.
error-draft-open-secret = Der Wert von { $name } ist als geheim gekennzeichnet, sieht aber aus wie ein Pfad oder ein Befehl, und solche Werte werden angezeigt. Er ließe sich nicht verbergen, deshalb wurde nichts hinzugefügt. Prüfen Sie Ihre Eingabe.
error-draft-bad-env = { $name } kann nicht der Name einer Variable sein. Verwenden Sie Buchstaben, Ziffern und Unterstriche.
error-bundled-server = Dieser Server gehört zu Paddock und kann nicht geändert oder entfernt werden.
error-bundle-busy = Gerade wird ein anderes Bundle installiert, deshalb wurde nichts geändert. Versuchen Sie es gleich noch einmal.
error-bundle-io = Das Bundle konnte nicht gelesen oder entpackt werden: { $reason }. Nichts wurde hinzugefügt. Prüfen Sie die Datei und den Datenträger, und versuchen Sie es erneut.
error-bundle-too-large = Das Bundle ist größer als { $most } MiB. Nichts wurde hinzugefügt.
error-bundle-not-zip = Das ist kein Bundle, oder es ist beschädigt: { $reason }. Nichts wurde hinzugefügt. Laden Sie es erneut herunter.
error-bundle-bomb = Dieses Bundle enthält weit mehr, als ein Server braucht, oder mehr, als es angibt. Es soll vielleicht Ihren Datenträger füllen. Nichts wurde hinzugefügt.
error-bundle-bad-entry = Dieses Bundle enthält { $name }. Das könnte außerhalb seines Ordners geschrieben werden oder ist keine gewöhnliche Datei. Nichts wurde hinzugefügt.
error-bundle-twice = Dieses Bundle enthält { $name } zweimal, könnte also das eine zeigen und das andere tun. Nichts wurde hinzugefügt.
error-bundle-no-manifest = Diese Datei hat keine manifest.json, ist also kein Bundle. Nichts wurde hinzugefügt.
error-bundle-bad-manifest = Das Manifest dieses Bundles ist nicht richtig geschrieben: { $reason }. Nichts wurde hinzugefügt. Sagen Sie es seinem Autor.
error-bundle-unknown-version = Das Manifest dieses Bundles hat die Version { $version }, die Paddock nicht kennt. Nichts wurde hinzugefügt. Eine neuere Version von Paddock kennt sie vielleicht.
error-bundle-other-system = Dieses Bundle ist nicht für dieses System. Nichts wurde hinzugefügt.
error-bundle-missing = Der Server braucht einen Wert für { $setting }. Geben Sie einen an.
error-bundle-bad-value = Das kann nicht der Wert für { $setting } sein. Korrigieren Sie ihn.
error-bundle-secret-argument = Der Server will den geheimen Wert { $setting } in den Argumenten seines Befehls haben, wo jedes Ihrer Programme ihn lesen kann. Paddock übergibt geheime Werte nur in Variablen, deshalb wurde nichts hinzugefügt. Lassen Sie den Wert leer, wenn das geht, oder bitten Sie den Autor des Servers um eine Variable.
error-paste-not-json = Das ist weder ein Befehl noch gültiges JSON: { $reason }. Es wurde nichts hinzugefügt. Korrigieren Sie es, und versuchen Sie es erneut.
error-paste-no-servers = Darin wurden keine Server gefunden. Fügen Sie den Teil ein, der mcpServers oder servers enthält.
error-paste-url-server = { $name } wird über das Netzwerk unter einer Adresse erreicht. Paddock führt nur Programme auf diesem Computer aus.
error-paste-no-command = { $name } hat keinen Befehl, es gibt also nichts auszuführen. Fügen Sie den Befehl hinzu.
error-bad-template = Aus dieser Vorlage lässt sich keine Adresse bilden: { $reason }. Nichts wurde gelesen.
error-call-misunderstood = Die Antwort des Servers war nicht zu verstehen: { $reason }. Sehen Sie in seine Nachrichten.
error-unknown-message = Diese Nachricht stammt aus einem früheren Lauf oder ist nicht mehr gespeichert. Wählen Sie eine neuere.
error-too-many-followed = Es werden bereits { $count } Ressourcen verfolgt. Beenden Sie das zuerst für eine davon.
error-bad-arguments = Die Argumente passen nicht zum Tool: { $reason }. Nichts wurde aufgerufen. Korrigieren Sie sie, und versuchen Sie es erneut.
error-workspace-unreadable = Die Arbeitsbereichsdatei konnte nicht gelesen werden: { $reason }. Es wurden keine Ordner hinzugefügt.
error-workspace-empty = Die Arbeitsbereichsdatei nennt keine Ordner auf diesem Computer, es gibt also nichts hinzuzufügen.
error-records-lost = Der Datenträger mit den Daten von Paddock antwortet nicht, deshalb wurde ein Teil der Aktivität nicht aufgezeichnet. Prüfen Sie den Datenträger.
error-export-failed = Die Aktivität konnte nicht geschrieben werden: { $reason }. Wählen Sie einen anderen Ort, und versuchen Sie es erneut.
error-command-changed = Der Befehl hat sich geändert, während Sie ihn gelesen haben, deshalb wurde er nicht gestartet. Lesen Sie ihn noch einmal.
error-dialog-failed = Der Ordnerdialog des Systems konnte nicht geöffnet werden. Legen Sie den Ordner stattdessen in diesem Fenster ab.
error-autostart-failed = Das Starten beim Anmelden konnte nicht geändert werden: { $reason }. Es bleibt, wie es war.
error-watcher-failed = Ordner können nicht mehr überwacht werden: { $reason }. Die Anzeige nicht vorhandener Ordner kann veraltet sein. Starten Sie Paddock neu.
error-already-over = Diese Zeit ist bereits vorbei. Wählen Sie ein späteres Ende.
error-start-failed = Das Programm konnte nicht gestartet werden: { $reason }. Prüfen Sie seinen Befehl.
error-server-stuck = Der Server lässt sich nicht beenden, auch nicht zwangsweise. Seine Prozesse laufen vielleicht noch; starten Sie den Computer neu, wenn es darauf ankommt.
error-keeper-lost = Der Prozess, der diesen Server überwacht, wurde beendet und der Server mit ihm. Starten Sie den Server wieder.
error-watch-incomplete = Änderungen von { $path } bleiben möglicherweise unbemerkt: { $reason }. Starten Sie Paddock neu, damit wieder nachgesehen wird.
error-settings-not-saved = Die Einstellung konnte nicht gespeichert werden: { $reason }. Ab dem nächsten Start von Paddock ist sie wieder wie zuvor. Prüfen Sie den Datenträger, und wählen Sie erneut.
error-open-failed = { $path } konnte nicht in der Dateiverwaltung angezeigt werden: { $reason }.
error-paste-bad-name = Der Name { $name } enthält unsichtbare Zeichen und könnte deshalb für einen anderen gehalten werden. Geben Sie dem Server einen einfachen Namen.
error-paste-too-many = Zu viele Einträge (höchstens { $most }). Nichts wurde hinzugefügt. Fügen Sie weniger ein.
error-paste-unknown-input = { $name } verlangt { $input }, und hier steht nicht, was das ist, oder es müsste dafür erst ein Befehl ausgeführt werden. Setzen Sie den Wert ein, und fügen Sie die Konfiguration noch einmal ein.
error-paste-secret-argument = { $name } will den geheimen Wert { $setting } in den Argumenten des Befehls haben, wo jedes Ihrer Programme ihn lesen kann. Paddock übergibt geheime Werte nur in Variablen. Bitten Sie den Autor des Servers um eine.
error-paste-oci = { $name } kommt als Container-Image. Paddock startet Programme selbst, um sie auf ihre Ordner zu beschränken, und führt keine Container aus. Suchen Sie nach einem Paket davon für npm oder PyPI oder nach einem Bundle.
error-paste-mcpb = { $name } kommt als Bundle, und Paddock lädt nichts herunter. Laden Sie es von { $url } herunter, und öffnen Sie es hier.
error-paste-other-kind = { $name } kommt aus einer Registry der Art { $kind }, aus der Paddock nichts starten kann. Fügen Sie den Befehl per Formular hinzu.
error-paste-other-registry = { $name } kommt von { $url }, woher solche Pakete gewöhnlich nicht kommen. Wenn Sie diesem Ort vertrauen, fügen Sie den Befehl per Formular hinzu, mit dieser Registry in seinen Argumenten.
error-paste-bad-package = { $name } nennt als Paket { $package }, aber das ist keines: Es könnte stattdessen eine Option, eine Datei oder eine Adresse sein. Fügen Sie diesen Server nicht hinzu.
error-link-too-long = Der Link ist länger als { $most } KiB, deshalb wurde er nicht gelesen. Fügen Sie stattdessen die Konfiguration ein.
error-link-unknown = Das ist kein Link, den Paddock lesen kann, oder er legt dasselbe zweimal fest. Nichts wurde hinzugefügt. Suchen Sie dort, wo Sie ihn gefunden haben, nach einer Konfiguration zum Einfügen.
error-link-shell = Der Befehl von { $name } ist für eine Shell geschrieben, und die könnte mehr tun, als einen Server zu starten. Paddock startet dafür keine Shell. Fügen Sie den Befehl per Formular hinzu, wenn Sie wissen, was er tut.
error-arrival-busy = Etwas sollte hinzugefügt werden, während Sie etwas anderes ansahen, deshalb wurde es abgewiesen. Schließen Sie zuerst ab, was offen ist, und öffnen Sie das Abgewiesene dann noch einmal.
error-arrival-gone = Was Sie gerade ansahen, ist nicht mehr da, deshalb wurde nichts hinzugefügt. Öffnen Sie es noch einmal.
error-arrival-changed = { $server } wurde geändert oder entfernt, nachdem Sie dies angesehen haben, deshalb wurde nichts aktualisiert. Sehen Sie an, was sich jetzt ändern würde, und entscheiden Sie neu.
error-arrival-unreadable = { $path } konnte nicht gelesen werden: { $reason }. Nichts wurde hinzugefügt. Prüfen Sie die Datei, und öffnen Sie sie noch einmal.
error-arrival-unknown = Paddock sollte { $path } öffnen. Das ist aber weder ein Bundle noch eine server.json noch ein Link für Paddock. Nichts wurde geöffnet.
error-paste-bad-entry = { $name } ist kein gültiger Servereintrag: { $reason }. Korrigieren Sie ihn, und fügen Sie ihn erneut ein.
error-unknown-attempt = Diesen Versuch gibt es nicht mehr. Er wurde in der Zwischenzeit beantwortet oder ausgeblendet.
error-named-missing = { $path } gibt es nicht, obwohl der Befehl von { $server } es nennt. Legen Sie es an, oder korrigieren Sie den Befehl.
error-named-loose = { $path } liegt direkt in einem Ordner, der alles enthält, was Ihnen gehört, deshalb wird dafür nichts vorgeschlagen. Verschieben Sie es in einen eigenen Ordner, und korrigieren Sie den Befehl von { $server }.
error-named-unknown = Die Ordner, die der Befehl von { $server } nennt, konnten nicht rechtzeitig untersucht werden. Geben Sie sie unter „Zugriff“ frei.
error-not-enforceable = Nichts auf diesem Computer kann diesen Server auf seine Ordner beschränken, deshalb wurde er nicht gestartet: { $reason }. Was fehlt, steht in den Einstellungen. Sie können ihn auch ohne Durchsetzung laufen lassen.
error-not-limited = Die Obergrenzen dieses Servers konnten nicht gesetzt werden, deshalb wurde er nicht gestartet: { $reason }. Starten Sie ihn noch einmal. Scheitert auch das, beenden Sie Paddock, und starten Sie es neu.
error-limit-not-sensible = Mit dieser Obergrenze könnte kein Server laufen, deshalb wurde nichts geändert. Wählen Sie 128 MB bis 1 TB Arbeitsspeicher und 32 bis 32.768 Prozesse.
error-leaks = Eine Prüfung von innen hat etwas erreicht, das nicht freigegeben war, deshalb wurde der Server nicht gestartet. Sehen Sie sich seine letzte Prüfung an, widerrufen Sie, was nicht gebraucht wird, und starten Sie ihn wieder.
error-proof-failed = Nach einer Änderung konnte Paddock nicht bestätigen, dass der Server auf seine Ordner beschränkt ist, deshalb wurde er gestoppt. Sehen Sie sich seine letzte Prüfung an, und starten Sie ihn wieder.
error-boundary-lost = Was den Server auf seine Ordner beschränkt hat, ist nicht mehr da, deshalb wurde er gestoppt. Starten Sie ihn wieder.
error-root-not-granted = Der Befehl nennt den Ordner { $name }, und kein Ordner dieses Namens ist freigegeben, deshalb wurde der Server nicht gestartet. Geben Sie ihn frei, oder ändern Sie den Befehl.
error-place-not-granted = Der Befehl braucht den Ordner, in dem die App des Servers arbeitet, und dieser Ordner ist nicht freigegeben, deshalb wurde der Server nicht gestartet. Geben Sie den Ordner frei, oder ändern Sie den Befehl.
error-footprint-too-large = Paddock konnte nicht ermitteln, was das Programm zum Laufen braucht: Es sind zu viele Dateien zu durchsuchen. Der Server wurde nicht gestartet. Legen Sie das Programm in einen eigenen Ordner, oder installieren Sie es als Paket.
error-folder-in-program = Der Befehl setzt einen Ordner dort ein, wo er das auszuführende Programm oder Skript nennt. Wer den Ordner wählt, würde damit wählen, was läuft. Der Server wurde nicht gestartet. Schreiben Sie den Pfad aus.
error-folder-in-text = Der Befehl setzt einen Ordner in Programmtext ein, wo der Name eines Ordners als Code laufen könnte. Der Server wurde nicht gestartet. Übergeben Sie den Ordner als Argument.
error-disk-hangs = Der Datenträger hat nicht rechtzeitig geantwortet, deshalb wurde der Server nicht gestartet. Prüfen Sie, ob seine Ordner erreichbar sind, und starten Sie ihn dann wieder.
error-disk-silent = Der Datenträger hat nicht rechtzeitig geantwortet, deshalb gibt es nichts anzuzeigen. Prüfen Sie, ob er erreichbar ist, und versuchen Sie es dann erneut.
error-daemon-command = { $program } übergibt seine Arbeit an einen Dienst, der außerhalb jeder Sandbox handelt, deshalb wurde der Server nicht gestartet. Geben Sie stattdessen das Programm, das damit gestartet würde, als Befehl an, oder lassen Sie diesen Server ohne Durchsetzung laufen.
error-unknown-request = Diese Anfrage ist vorbei. Sie wurde beantwortet, oder der Server wartet nicht mehr darauf.
error-unknown-place = Diese Frage ist vorbei. Sie wurde beantwortet, oder die App arbeitet nicht mehr in diesem Ordner. Nichts wurde freigegeben.
error-unknown-call = Dieser Aufruf wartet nicht mehr. Er wurde beantwortet, oder seine App ist nicht mehr da. Nichts wurde dadurch erlaubt.
error-tool-off = { $tool } ist für jede App aus und damit auch für die Befehlszeile. Rufen Sie es im Fenster von Paddock auf, oder ändern Sie die Regel.
error-tool-asks = { $tool } darf nur mit Ihrer Zustimmung aufgerufen werden, und die Befehlszeile kann nicht danach fragen. Rufen Sie es im Fenster von Paddock auf, oder ändern Sie die Regel.
error-unknown-tool-rule = Kein Tool und keine App kann so heißen, deshalb wurde keine Regel angelegt. Verwenden Sie einen Namen von 1 bis 256 Bytes.
error-tools-changed = Die Tools haben sich geändert, seit Sie gefragt wurden, deshalb wurde nichts angenommen. Sehen Sie sich die Tools noch einmal an.
error-too-many-apps = Paddock fragt bereits anstelle von so vielen Apps wie möglich, deshalb kam diese nicht hinzu. Schalten Sie das zuerst für andere aus.
error-too-many-paused = Mehr Apps können nicht pausiert sein, deshalb wurde diese nicht pausiert. Setzen Sie zuerst andere fort.
error-not-its-folder = Die Sitzung hat diesen Ordner nicht, es gab also nichts wegzunehmen.
error-within-another = Der Ordner liegt in einem anderen, den die Sitzung hat. Nehmen Sie jenen weg, oder widerrufen Sie den Ordner.
error-no-such-app = Keine App kann so heißen, deshalb wurde nichts geändert. Verwenden Sie den Namen, den die Konfiguration der App ihr gibt.
error-too-many-rules = Dieser Server hat bereits so viele Regeln, wie Paddock aufbewahrt, deshalb wurde diese nicht angelegt. Entfernen Sie zuerst einige.
error-too-many-servers = Paddock hat bereits so viele Server, wie es aufbewahrt, deshalb wurde dieser nicht hinzugefügt. Entfernen Sie zuerst einen.
error-commands-too-long = Die Namen und Befehle aller Server sind zusammen zu lang, deshalb wurde nichts übernommen. Kürzen Sie diesen, oder entfernen Sie zuerst einen Server.
error-too-many-providers = Paddock hat bereits so viele Anbieter, wie es aufbewahrt, deshalb wurde dieser nicht hinzugefügt. Entfernen Sie zuerst einen.
error-provider-too-long = Der Name, die Adresse oder das Modell des Anbieters ist zu lang. Nichts wurde übernommen. Kürzen Sie.
error-request-not-now = Das ist bei dieser Anfrage gerade nicht möglich. Sehen Sie sich die Anfrage noch einmal an.
error-server-not-heard = Der Server läuft nicht, oder seine Anfragen sind blockiert, deshalb können sie nicht durchgelassen werden. Starten Sie ihn, oder heben Sie die Blockierung auf.
error-form-invalid = Eine Ihrer Angaben entspricht nicht dem, wonach der Server fragt. Nichts wurde gesendet.
error-bad-edit = Ihre Änderung passt nicht zur Anfrage: { $what }. Nichts wurde gesendet.
error-no-model = Es ist kein Modell bekannt, das antworten könnte. Richten Sie eines in den Einstellungen ein, oder schreiben Sie die Antwort selbst.
error-provider-bad-url = Das ist keine Adresse eines Anbieters. Sie beginnt mit https:// oder, auf diesem Computer, mit http:// und enthält weder Name noch Passwort noch Fragezeichen.
error-provider-key-again = Der Schlüssel wurde für eine andere Adresse angegeben. Geben Sie ihn erneut ein, oder entfernen Sie ihn.
error-provider-not-allowed = Sie haben nicht erlaubt, dass Paddock Anfragen an { $name } sendet; gesendet wurde daher nichts. Prüfen Sie den Anbieter in den Einstellungen oder im Terminal: paddock models check
error-secrets-no-keyring = Der Schlüsselbund dieses Desktops nimmt keine geheimen Werte an. Entsperren oder installieren Sie einen, und versuchen Sie es erneut; oder erlauben Sie Paddock in den Einstellungen oder mit paddock keyring-only off, sie in seiner eigenen Datei zu behalten.
error-secret-missing = Der Wert von { $variable } ist nicht mehr im Schlüsselbund, deshalb wurde der Server nicht gestartet. Bearbeiten Sie den Server, und geben Sie den Wert erneut ein.
error-secret-locked = Der Wert von { $variable } konnte nicht aus dem Schlüsselbund gelesen werden, deshalb wurde der Server nicht gestartet. Entsperren Sie den Schlüsselbund, und starten Sie den Server dann erneut.
error-secret-in-file = Der Wert von { $variable } ist nicht im Schlüsselbund, und Sie haben festgelegt, dass Server nur mit geheimen Werten von dort starten, deshalb wurde der Server nicht gestartet. Entsperren oder installieren Sie einen Schlüsselbund, oder ändern Sie das in den Einstellungen oder mit paddock keyring-only off.
error-draft-secret-gone = Der Wert von { $name } ist nicht mehr gespeichert, deshalb wurde nichts geändert. Geben Sie ihn erneut ein.
error-draft-not-secret = { $name } gibt an, wo etwas ist oder was ausgeführt wird, und lässt sich deshalb nicht als geheim verbergen. Es wurde nichts geändert. Lassen Sie den Wert sichtbar.
error-key-missing = Der Schlüssel dieses Anbieters ist nicht mehr im Schlüsselbund. Geben Sie ihn in den Einstellungen erneut ein.
error-keyring-failed = Beim Schlüsselbund dieses Desktops ist ein Fehler aufgetreten. Entsperren Sie ihn, und versuchen Sie es erneut.
error-call-denied = Sie haben abgelehnt, worum der Server in diesem Aufruf gebeten hat, deshalb wurde der Aufruf aufgegeben.
error-call-again = Schließen Sie den Schritt in Ihrem Browser ab, und rufen Sie das Tool dann erneut auf.
error-call-not-given = Worum der Server in diesem Aufruf gebeten hat, wurde ihm nicht gegeben: { $reason }. Der Aufruf wurde aufgegeben.
error-browser-failed = Der Browser konnte nicht geöffnet werden: { $reason }. Kopieren Sie die Adresse, und öffnen Sie sie selbst.
error-host-gone = Der Hintergrunddienst von Paddock wurde beendet und mit ihm alle Server. Was Sie angefordert haben, ist vielleicht nicht geschehen. Warten Sie, bis er wieder da ist, und versuchen Sie es dann erneut.
error-host-failed = Der Hintergrunddienst von Paddock konnte nicht gestartet werden: { $reason }. Kein Server läuft. Versuchen Sie es erneut; geschieht es immer wieder, installieren Sie Paddock neu.
error-host-unreachable = Der Hintergrunddienst von Paddock ist nicht erreichbar: { $reason }. Nichts wurde geändert. Beenden Sie andere Paddock-Prozesse, oder starten Sie den Computer neu, und versuchen Sie es dann erneut.
error-host-newer = Im Hintergrund läuft eine neuere Version von Paddock ({ $version }), mit der diese nicht arbeiten kann. Nichts wurde geändert. Beenden Sie dieses Programm, und starten Sie es neu, oder aktualisieren Sie Paddock.
error-host-older = Im Hintergrund läuft noch eine ältere Version von Paddock ({ $version }), mit der diese nicht arbeiten kann. Beenden Sie die ältere, was ihre Server stoppt: paddock quit. Starten Sie Paddock dann wieder.
error-host-silent = Der Hintergrunddienst von Paddock antwortet nicht, deshalb ist nichts geschehen. Beenden Sie ihn, was seine Server stoppt: paddock quit. Versuchen Sie es dann erneut.
error-host-foreign = Was anstelle des Hintergrunddienstes von Paddock antwortet, gehört einem anderen Konto, deshalb wurde nichts dorthin gesendet. Prüfen Sie, wer in den Datenordner von Paddock schreiben darf.
error-not-a-front = Der Hintergrunddienst von Paddock erkennt dieses Programm nicht als Teil von Paddock und hat es deshalb abgewiesen. Starten Sie Paddock so, wie es installiert wurde.
error-consent-elsewhere = Hier kann keine Zustimmung gegeben werden, deshalb wurde nichts erlaubt. Öffnen Sie das Fenster von Paddock und stimmen Sie dort zu, oder erlauben Sie in den Einstellungen die Zustimmung im Terminal.
error-needs-consent = Das braucht die Zustimmung eines Menschen im Fenster von Paddock, deshalb wurde es nicht getan. Öffnen Sie Paddock, und antworten Sie dort.
error-unknown-consent = Diese Frage ist nicht mehr offen. Sie wurde beantwortet, oder das, worum es ging, hat sich geändert. Fragen Sie erneut an, wenn Sie es weiterhin möchten.
error-too-many-consents = Zu viele Fragen warten auf Ihre Zustimmung, deshalb wurde diese nicht hinzugefügt. Beantworten Sie zuerst einige, oder blenden Sie sie aus.
error-too-many-fronts = Zu viele Programme sind bereits mit Paddock verbunden, deshalb wurde dieses abgewiesen. Schließen Sie einige davon, und versuchen Sie es erneut.
error-command-too-long = Was an den Hintergrunddienst von Paddock gesendet wurde, ist zu lang ({ $bytes } Bytes), deshalb wurde nichts getan. Senden Sie weniger auf einmal.
error-answer-too-long = Die Antwort ist zu lang, um weitergegeben zu werden ({ $bytes } Bytes).
error-view-too-large = Es gibt zu viel auf einmal anzuzeigen ({ $bytes } Bytes), deshalb ist das Angezeigte vielleicht nicht aktuell. Entfernen Sie Server, die Sie nicht brauchen. Im Terminal nimmt „paddock revoke --all“ auch jetzt alle Ordner zurück.
error-internal = In Paddock ist etwas schiefgegangen: { $reason }. Die Änderung wurde vielleicht nicht vorgenommen. Versuchen Sie es erneut.
error-unknown = Es ist etwas schiefgegangen, für das dieser Version die Worte fehlen: { $code }. Die Änderung wurde vielleicht nicht vorgenommen.
error-prove-no-tier = Nichts konnte nachgewiesen werden: Dieses System kann Server auf diese Weise nicht auf ihre Ordner beschränken. Was fehlt: { $missing }
error-being-proved = Der Nachweis läuft bereits. Warten Sie, bis er fertig ist.
error-servers-paused = Alle Server sind pausiert, deshalb wurde nichts gestartet. Setzen Sie sie zuerst fort.
error-prove-untrusted = Sie haben diesem Befehl noch nicht vertraut, deshalb wurde er nicht zum Prüfen gestartet. Lesen Sie ihn und vertrauen Sie ihm zuerst.
error-prove-unprepared = Nichts konnte nachgewiesen werden: Es ließ sich kein Ordner für den Versuch anlegen: { $reason }
error-model-not-encrypted = { $host } würde unverschlüsselt angesprochen, deshalb wurde nichts gesendet: Alle auf dem Weg könnten die Anfrage und den Schlüssel lesen. Verwenden Sie eine https-Adresse oder die IP-Adresse eines Geräts in Ihrem eigenen Netzwerk.
error-model-unreachable = { $host } ist nicht erreichbar: { $reason }. Es gibt keine Antwort. Prüfen Sie, ob es läuft und die Adresse stimmt, und senden Sie dann erneut.
error-model-tls = { $host } kann nicht nachweisen, wer es ist, deshalb wurde nichts gesendet: { $reason }. Prüfen Sie die Adresse und das Datum dieses Computers.
error-model-proxy = Der Proxy, den die Umgebung dieses Desktops nennt, ist nicht verwendbar, deshalb wurde nichts gesendet: { $reason }. Prüfen Sie HTTPS_PROXY und ALL_PROXY.
error-model-unauthorized = Der Anbieter lehnt den Schlüssel ab, deshalb gibt es keine Antwort. Prüfen Sie den Schlüssel dieses Anbieters.
error-model-rate-limited = Der Anbieter nimmt vorerst keine Anfragen mehr an. Senden Sie später erneut, oder wählen Sie ein anderes Modell.
error-model-rate-limited-for = Der Anbieter nimmt in den nächsten { $seconds } Sekunden keine Anfragen mehr an. Senden Sie danach erneut, oder wählen Sie ein anderes Modell.
error-model-no-such-model = Der Anbieter hat kein Modell namens { $model }, deshalb gibt es keine Antwort. Wählen Sie ein anderes Modell.
error-model-overloaded = Der Anbieter ist überlastet, deshalb gibt es keine Antwort. Senden Sie später erneut, oder wählen Sie ein anderes Modell.
error-model-failed = Beim Anbieter ist ein Fehler mit Status { $status } aufgetreten, deshalb gibt es keine Antwort. Er sagte: { $message } Senden Sie erneut, oder prüfen Sie seine Adresse.
error-model-bad-request = Der Anbieter lehnt die Anfrage ab. Er sagte: { $message } Ändern Sie die Anfrage, oder wählen Sie ein anderes Modell.
error-model-unsupported = Dieser Anbieter nimmt { $what } nicht an, deshalb wurde nichts gesendet. Wählen Sie ein Modell eines anderen Anbieters.
error-model-redirected = Der Anbieter will Sie an { $to } weiterleiten. Dem wurde nicht gefolgt, damit Anfrage und Schlüssel nirgendwo anders hingehen. Wenn das so richtig ist, ändern Sie die Adresse des Anbieters.
error-model-cut-off = Die Verbindung ist mitten in der Antwort abgebrochen, deshalb wurde die Antwort verworfen. Senden Sie erneut.
error-model-malformed = Die Antwort des Anbieters ergibt keinen Sinn: { $reason }. Sie wurde verworfen. Prüfen Sie, ob seine Adresse und seine Art stimmen.
error-model-timed-out = Der Anbieter hat { $seconds } Sekunden lang nichts gesendet, deshalb wurde die Anfrage aufgegeben. Senden Sie erneut, oder wählen Sie ein anderes Modell.
error-model-too-long = Die Antwort ist länger als { $limit } Bytes, deshalb wurde sie verworfen. Verlangen Sie weniger Token.
error-keyring-timed-out = Der Schlüsselbund dieses Desktops hat nicht geantwortet, deshalb konnte der Schlüssel nicht gelesen werden. Entsperren Sie den Schlüsselbund, und versuchen Sie es erneut.
error-keyring-unavailable = Der Schlüsselbund dieses Desktops ist nicht verwendbar, deshalb konnte der Schlüssel nicht gelesen werden. Entsperren Sie ihn, oder geben Sie den Schlüssel erneut ein: Er wird dann behalten, bis Paddock beendet wird.
error-output-closed = Niemand liest diese Ausgabe mehr.
error-output-failed = Die Ausgabe konnte nicht geschrieben werden: { $reason }. Prüfen Sie den Datenträger oder das Programm, das sie liest.
error-host-other-version = Dieses Programm und der Hintergrunddienst von Paddock haben verschiedene Versionen, deshalb wurde dies nicht getan. Beenden Sie Paddock, was seine Server stoppt: paddock quit. Starten Sie dieses Programm dann wieder.
error-cli-no-secret = Für { $name } wurde nichts eingegeben, deshalb wurde nichts geändert. Versuchen Sie es erneut.
error-cli-no-home = Dieses Konto hat keinen persönlichen Ordner, also keinen Ort für die Daten von Paddock. Setzen Sie HOME.
error-cli-unknown-server = Es gibt keinen Server { $name }. Alle auflisten: paddock servers
error-cli-unknown-server-near = Es gibt keinen Server { $name }. Meinten Sie { $names }?
error-cli-ambiguous = { $name } ist mehrdeutig: { $names }. Nennen Sie die Nummer.
error-cli-unknown-grant = Unter { $name } ist nichts freigegeben. Ihre Freigaben auflisten: paddock folders
error-cli-unknown-session = Es gibt keine Sitzung { $name }. Vielleicht ist sie schon vorbei. Alle auflisten: paddock sessions
error-cli-unknown-app = Keine App namens { $name } verwendet einen Server. Auflisten, welche es tun: paddock sessions
error-cli-unknown-app-to-pause = Keine App namens { $name } verwendet einen Server, deshalb wurde nichts pausiert. Auflisten, welche es tun: paddock sessions. Um sie im Voraus zu pausieren, ergänzen Sie --ahead.
error-cli-unknown-ended = Es gibt keinen beendeten Zugriff { $name }. Alle auflisten: paddock folders --ended
error-cli-unknown-provider = Es gibt keinen Anbieter { $name }. So listen Sie sie auf: paddock models
error-cli-unknown-consent = { $id } wartet nicht oder nicht mehr auf Zustimmung. Auflisten, was wartet: paddock consents
error-cli-not-proposed = { $destination } gehört nicht zu den Zielen, die dem Befehl erlaubt würden.
error-cli-unknown-page = Es gibt keinen Befehl { $name }.
error-cli-not-written = { $path } kann nicht geschrieben werden: { $reason }. Wählen Sie einen anderen Ordner.
error-cli-not-json = Übergeben Sie ein JSON-Objekt, etwa '{"{"}"text": "hi"{"}"}'. Nichts wurde gesendet.
error-cli-input-unreadable = Die Standardeingabe kann nicht gelesen werden: { $reason }. Nichts wurde gesendet.
error-cli-path-lines = Ein Pfad mit einem Zeilenumbruch kann nicht geprüft werden. Prüfen Sie den Ordner, in dem er liegt.
error-cli-needs-trust = { $server } startet erst, wenn Sie dem Befehl vertrauen. Lesen Sie ihn, und entscheiden Sie: paddock servers trust { $argument }
error-cli-paused = { $server } läuft nicht, solange alle Server pausiert sind. Er startet, sobald Sie sie fortsetzen: paddock resume
error-cli-no-variable = { $server } hat keine Variable namens { $name }. Nichts wurde geändert.
error-cli-needs-server = Nennen Sie mit --server den Server, für den der Ordner ist.
error-cli-needs-answer = Geben Sie die Antwort an, mit --text, --values, --field oder --model.
error-cli-not-for-calls = Ein Aufruf wird einmal, für eine Stunde (--for 1h), für eine Sitzung oder immer durchgelassen, deshalb wurde nichts getan. Lassen Sie --this-run, --unlimited und andere Zeiten weg.
error-cli-not-for-sending = Was ein Server senden darf, wird für heute erlaubt, deshalb wurde nichts getan. Geben Sie keine Dauer an, oder verwenden Sie --unlimited.
error-cli-not-for-connections = Eine Verbindung wird für eine Zeit erlaubt, deshalb wurde nichts getan. Verwenden Sie --this-run, --for oder --always.
error-cli-not-blocked = Nur was Server und Apps fragen oder womit ein Server wartet, lässt sich blockieren, deshalb wurde nichts getan. Lassen Sie --block weg.
error-cli-no-field = Das Formular hat kein Feld { $name }. Es hat diese: { $names }
error-cli-refused-folder = { $path } kann nicht freigegeben werden. { $why }
error-cli-no-terminal = Zustimmen kann nur ein Mensch an einem Terminal, und hier ist keines. Nichts wurde geändert. Führen Sie den Befehl in einem Terminal aus.
error-cli-not-foreground = Zustimmen kann nur ein Mensch an einem Terminal, und dieser Befehl läuft im Hintergrund. Nichts wurde geändert. Holen Sie ihn in den Vordergrund, und versuchen Sie es erneut.
error-cli-not-consented = Sie haben nicht zugestimmt, deshalb wurde nichts geändert.
error-cli-not-agreed = Sie waren nicht einverstanden, deshalb wurde nichts geändert.
error-cli-app-unknown = Paddock kennt keine App namens { $name }. Es kennt diese: { $names }
error-cli-app-not-here = Hier gibt es keine Konfiguration von { $name }, deshalb wurde nichts geändert. Starten Sie die App einmal, oder fügen Sie ihr zuerst einen Server hinzu.
error-cli-app-no-entry = { $app } hat keinen Eintrag { $name }, der gemeint sein könnte, deshalb wurde nichts geändert. Einträge auflisten: paddock apps
error-cli-app-nothing = Nichts in { $name } startet einen Server ohne Paddock, deshalb wurde nichts geändert. Einträge auflisten: paddock apps
error-cli-app-not-connected = Nichts in { $name } ist verbunden, es gibt also nichts wiederherzustellen. Verbundene auflisten: paddock apps
error-cli-apps-busy = Ein anderer Befehl verbindet oder trennt gerade Apps, deshalb wurde nichts geändert. Warten Sie, bis er fertig ist, und versuchen Sie es erneut.
error-cli-apps-kept = Was Paddock über verbundene Apps aufbewahrt, kann nicht gelesen oder geschrieben werden: { $reason }. Sehen Sie sich den Ordner apps in den Daten von Paddock an, und versuchen Sie es erneut.
error-apps-slow = Der Datenträger mit den Konfigurationen der Apps antwortet nicht rechtzeitig. Was begonnen wurde, wird vielleicht noch fertig. Sehen Sie wieder nach, wenn er antwortet.
error-apps-changed = Die Konfigurationen der Apps haben sich geändert, seit sie angezeigt wurden, deshalb wurde nichts gefragt oder geändert. Suchen Sie erneut, und wählen Sie noch einmal aus.
error-apps-servers-left = Diese Server wurden für eine App hinzugefügt, deren Konfiguration nicht geschrieben werden konnte: { $names }. Entfernen Sie sie auf der Seite „Server“, wenn Sie sie nicht möchten.
error-app-broken = Die Konfiguration der App enthält einen Fehler in Zeile { $line }, Spalte { $column }: { $reason }. Nichts wurde geändert. Korrigieren Sie ihn, und versuchen Sie es erneut.
error-app-duplicate-key = Die Konfiguration der App enthält denselben Schlüssel zweimal, das zweite Mal in Zeile { $line }, Spalte { $column }, sodass niemand wissen kann, welcher zählt. Nichts wurde geändert. Entfernen Sie einen, und versuchen Sie es erneut.
error-app-too-large = Die Konfiguration der App ist größer als { $most } MiB, deshalb liest Paddock sie nicht. Nichts wurde geändert. Ändern Sie den Eintrag von Hand.
error-app-too-many = Die Konfiguration der App hat { $most } Einträge oder mehr, deshalb liest Paddock sie nicht. Entfernen Sie einige, und versuchen Sie es erneut.
error-app-not-a-file = Die Konfiguration der App ist keine gewöhnliche Datei, deshalb rührt Paddock sie nicht an. Ersetzen Sie sie durch eine Datei.
error-app-not-text = Die Konfiguration der App ist kein UTF-8-Text, deshalb rührt Paddock sie nicht an. Speichern Sie sie als UTF-8, und versuchen Sie es erneut.
error-app-unreadable = Die Konfiguration der App kann nicht gelesen werden: { $reason }. Nichts wurde geändert. Prüfen Sie, wer sie lesen darf.
error-app-gone = Die Konfiguration der App ist nicht mehr vorhanden, deshalb wurde nichts geändert. Starten Sie die App einmal, und versuchen Sie es erneut.
error-app-leads-out = Die Konfiguration der App ist ein Link auf { $path }, außerhalb des Ortes, an den ihre Konfigurationen gehören, deshalb schreibt Paddock sie nicht. Ändern Sie diese Datei von Hand.
error-app-hard-linked = Die Konfiguration der App ist eine Datei mit { $links } Namen, und sie zu ersetzen würde diese trennen. Nichts wurde geändert. Behalten Sie einen Namen, und versuchen Sie es erneut.
error-app-read-only = Die Konfiguration der App oder ihr Ordner ist schreibgeschützt, deshalb wurde nichts geändert. Machen Sie sie beschreibbar, und versuchen Sie es erneut.
error-app-not-yours = Die Konfiguration der App gehört einem anderen Konto, deshalb schreibt Paddock sie nicht. Übernehmen Sie den Besitz, oder ändern Sie sie von Hand.
error-app-another-broken = Eine andere Konfiguration dieser App enthält einen Fehler: { $path }. Nichts wurde geändert, weil niemand weiß, was die App daraus macht. Korrigieren Sie sie, und versuchen Sie es erneut.
error-app-of-project = Diese Konfiguration gehört zu einem Projekt, das andere vielleicht mitnutzen, deshalb schreibt Paddock sie nicht. Ändern Sie sie von Hand.
error-app-unknown = Paddock kennt diese App nicht mehr, deshalb wurde nichts geändert. Ändern Sie ihre Konfiguration von Hand.
error-app-several-files = Die Einträge stehen in mehreren Dateien, deshalb wurde nichts geändert. Nennen Sie Einträge aus einer Datei.
error-app-entry-gone = Es gibt keinen Eintrag { $name } mehr, deshalb wurde nichts geändert. Vorhandene auflisten: paddock apps
error-app-entry-changed = Der Eintrag { $name } wurde geändert, nachdem er angezeigt wurde, deshalb wurde nichts geschrieben. Versuchen Sie es erneut, und lesen Sie ihn vorher noch einmal.
error-app-entry-unusual = Der Eintrag { $name } ist in Zeile { $line }, Spalte { $column } so geschrieben, dass Paddock ihn nicht bearbeitet. Nichts wurde geändert. Schreiben Sie ihn einfacher, oder ändern Sie ihn von Hand.
error-app-entry-no-command = Der Eintrag { $name } startet keinen Befehl auf diesem Computer und kann deshalb nicht über Paddock laufen. Nichts wurde geändert. Lassen Sie ihn weg.
error-app-entry-already-through = Der Eintrag { $name } läuft bereits über Paddock, deshalb wurde nichts geändert. Lassen Sie ihn weg.
error-app-entry-needs-app = Der Eintrag { $name } braucht { $placeholder }, was nur die App einsetzen kann, und kann deshalb nicht über Paddock laufen. Nichts wurde geändert. Schreiben Sie an dessen Stelle den Wert selbst, oder fügen Sie den Server in Paddock hinzu, und geben Sie den Wert dort ein.
error-app-entry-asks = Der Eintrag { $name } braucht einen Wert für { $value }, den seine App einsetzt. Nichts wurde geändert. Verbinden Sie den Eintrag ohne --yes, um den Wert einzugeben, oder verbinden Sie ihn im Fenster.
error-app-entry-acts-elsewhere = Der Eintrag { $name } startet { $program }, das außerhalb jeder Sandbox handelt, und kann deshalb nicht über Paddock laufen. Nichts wurde geändert. Lassen Sie ihn das Programm dahinter direkt starten, oder überlassen Sie den Eintrag seiner App.
error-app-entry-twice = Der Eintrag { $name } wurde zweimal genannt, deshalb wurde nichts geändert. Nennen Sie ihn einmal.
error-app-bad-server-name = { $name } kann nicht der Name eines Servers in der Konfiguration einer App sein, deshalb wurde nichts geändert. Benennen Sie den Server um.
error-app-bad-shim = Die Datei dieses Programms wurde ersetzt, oder ihr Pfad ist kein reiner Text, deshalb könnte keine App es starten. Nichts wurde geändert. Versuchen Sie es erneut, oder installieren Sie Paddock an einem anderen Ort.
error-app-secret-missing = Was Paddock von { $name } aufbewahrt hat, ist unvollständig und kann deshalb nicht wiederhergestellt werden. Der Eintrag blieb, wie er war. Stellen Sie ihn aus der Sicherung im Ordner apps in den Daten von Paddock wieder her.
error-app-env-file-elsewhere = Nur die App weiß, welche Datei { $path } ist, deshalb bekommt der Server die Variablen darin nicht. Tragen Sie sie auf der Seite des Servers ein.
error-app-env-file-unfit = { $path } ist keine Datei von höchstens { $most } KiB, die Paddock lesen kann, deshalb bekommt der Server die Variablen darin nicht. Beheben Sie das und verbinden Sie erneut, oder tragen Sie sie auf der Seite des Servers ein.
error-app-env-file-line = Zeile { $line } von { $path } lässt sich nicht als NAME=Wert lesen, deshalb bekommt der Server die Variablen dieser Datei nicht. Berichtigen Sie die Zeile und verbinden Sie erneut, oder tragen Sie sie auf der Seite des Servers ein.
error-app-would-damage = Die Bearbeitung hätte mehr als die Einträge geändert, deshalb wurde nichts geschrieben. Ändern Sie die Konfiguration von Hand, und melden Sie dies.
error-app-changed-meanwhile = Die Konfiguration der App wurde im selben Augenblick geändert, deshalb wurde nichts geschrieben. Versuchen Sie es erneut.
error-app-backup-exists = Wo die Sicherung hinsoll, liegt bereits eine andere Datei, deshalb wurde nichts geändert. Versuchen Sie es erneut.
error-app-backup-failed = Die Sicherung der Konfiguration kann nicht geschrieben werden: { $reason }. Nichts wurde geändert. Schaffen Sie Platz, und versuchen Sie es erneut.
error-app-write-failed = Die Konfiguration der App kann nicht geschrieben werden: { $reason }. Sie ist unverändert. Prüfen Sie den Datenträger und den Ordner, und versuchen Sie es erneut.
error-app-not-here = Paddock kann die Konfigurationen von Apps auf diesem System noch nicht schreiben, deshalb wurde nichts geändert. Ändern Sie sie von Hand.

## Command line

cli-about = Bestimmen, welche Ordner jeder MCP-Server verwenden darf

    Einschränkungen gelten sofort; Erweiterungen warten auf Ihre Zustimmung: im Fenster von Paddock oder, wo es keines gibt, in diesem Terminal.
cli-about-status = Zeigen, was gerade los ist
cli-about-servers = Server auflisten oder etwas mit einem tun

    Nennen Sie einen Server mit seinem Namen oder seiner #Nummer.
cli-about-servers-add = Server hinzufügen; seinem Befehl wird noch nicht vertraut
cli-about-servers-edit = Server ändern: Was nicht genannt ist, bleibt
cli-about-servers-import = Server aus den Einstellungen einer App, aus einer server.json oder aus einem Link hinzufügen

    FILE ist eine Datei, ein Link oder - für die Standardeingabe. Was sie wissen müssen, wird im Terminal eingegeben; weder wird etwas freigegeben noch einem Befehl vertraut. Endet mit 65, wenn etwas ausgelassen wurde.
cli-about-servers-remove = Server, seinen Zugriff und sein Home-Verzeichnis entfernen
cli-about-servers-show = Alles über einen Server zeigen
cli-about-servers-trust = Dem Befehl eines Servers vertrauen, nachdem Sie ihn gelesen haben
cli-about-servers-distrust = Einem Befehl das Vertrauen entziehen und den Server stoppen
cli-about-servers-start = Server starten
cli-about-servers-stop = Server stoppen
cli-about-servers-restart = Server stoppen und wieder starten
cli-about-servers-propose = Ordner, die der Befehl eines Servers nennt, zur Zustimmung vorschlagen
cli-about-servers-set = Ändern, wie ein Server abgeschirmt und gestartet wird und ob er Sie fragen darf
cli-about-servers-log = Zeigen, was ein Server außer seinen Antworten geschrieben hat
cli-about-servers-tools = Tools eines Servers auflisten
cli-about-servers-call = Tool aufrufen und sein Ergebnis ausgeben

    Endet mit 1, wenn das Tool einen Fehler meldet.
cli-about-servers-resources = Ressourcen und Vorlagen eines Servers auflisten
cli-about-servers-read = Eine Ressource lesen
cli-about-servers-prompts = Prompts eines Servers auflisten
cli-about-servers-prompt = Einen Prompt ausfüllen und ausgeben, was er liefert
cli-about-servers-suggest = Anzeigen, was ein Server für einen Wert eines Prompts oder einer Vorlage vorschlägt
cli-about-servers-messages = Nachrichten an einen Server und von ihm zeigen
cli-about-folders = Auflisten, welcher Server welchen Ordner verwenden darf
cli-about-grant = Ordner für einen Server freigeben, wenn Sie zustimmen
cli-about-access = Ändern, was ein Server in einem Ordner darf
cli-about-extend = Ändern, wie lange ein Server einen Ordner verwenden darf
cli-about-again = Beendeten Zugriff erneut freigeben: siehe folders --ended
cli-about-revoke = Zugriff auf Ordner sofort widerrufen

    GRANT ist eine Nummer aus der Liste der Ordner oder ein Pfad. Ein Pfad wird allen Servern genommen oder nur dem, der danach genannt ist.
cli-about-pause = Alle Server stoppen, für eine Zeit oder bis Sie sie fortsetzen
cli-about-resume = Server vor dem Ende einer Pause wieder starten
cli-about-sessions = Apps auflisten, die Server verwenden
cli-about-apps = KI-Apps dieses Computers auflisten, und was sie starten

    Direkt: Die App startet den Server selbst, und er kann alles lesen, was Sie lesen können.
cli-about-apps-ask = Fragen der Server in Paddock bekommen, wo eine App sie nicht stellen kann, oder nicht

    Ohne on oder off wird gezeigt, was davon gilt. Was Server fragen, wartet unter paddock requests.
cli-about-connect = Über Paddock laufen lassen, was eine App startet

    Zeigt, was aus der Konfiguration der App und aus ihren Servern wird, und fragt. Die Server kommen zu Paddock hinzu; jeder wartet darauf, dass Sie ihm vertrauen und Ordner für ihn freigeben.
cli-about-disconnect = Wiederherstellen, was eine App selbst gestartet hat

    Die Server bleiben in Paddock. Was seitdem geändert wurde, wird genannt und bleibt unberührt: Dann endet der Befehl mit 1.
cli-about-install = Server aus einem MCP-Bundle (.mcpb) hinzufügen

    Zeigt, was das Bundle über sich sagt, fragt nach dem, was es wissen muss, und entpackt es. Dem Server wird noch nicht vertraut, und er hat keine Ordner.
cli-about-end = Verwendung eines Servers durch eine App sofort beenden
cli-about-narrow = Einer Sitzung einer App einen Ordner wegnehmen, bis sie endet

    SESSION ist eine Nummer aus der Liste der Sitzungen. Die App startet vielleicht eine neue.
cli-about-scope = Zeigen oder ändern, welche Ordner eines Servers Apps bekommen

    all: alle Ordner des Servers. app: nur wo die App arbeitet.
cli-about-rules = Auflisten, was Apps bei einem Server aufrufen dürfen, oder es für ein Tool ändern

    RULE ist allowed, ask, off oder none, das die Regel aufhebt. Was lockerer ist, wartet auf Ihre Zustimmung.
cli-about-changed = Geänderte Tools eines Servers auflisten oder über sie entscheiden
cli-about-models = Auflisten, wo Sprachmodelle erreicht werden, oder es ändern
cli-about-models-add = Einen Anbieter von Sprachmodellen hinzufügen
cli-about-models-edit = Einen Anbieter ändern: Was nicht genannt wird, bleibt, wie es ist
cli-about-models-check = Einen Anbieter nach seinen Modellen fragen
cli-about-models-remove = Einen Anbieter und seinen Schlüssel entfernen
cli-about-destinations = Auflisten, was Server erreichen dürfen und was dorthin ging
cli-about-allow = Einen Server ein Ziel erreichen lassen, wenn Sie zustimmen

    DESTINATION ist ein Name wie api.example.com oder *.example.com, * für alle Namen, eine Adresse, ein Bereich wie 10.0.0.0/8 oder ein Programm auf diesem Computer wie localhost:5432. Ist kein Port genannt, sind 80 und 443 gemeint.
cli-about-deny = Einen Server ein Ziel nie erreichen lassen und nicht fragen
cli-about-forget = Zurücknehmen, was über ein Ziel gesagt wurde

    Was dort offen ist, wird getrennt. Soll bei etwas Abgelehntem wieder gefragt werden, wartet das auf Ihre Zustimmung.
cli-about-requests = Auflisten, was Server und Apps von Ihnen möchten, oder darauf antworten
cli-about-requests-show = Alles über eine Anfrage zeigen
cli-about-requests-answer = Eine Anfrage beantworten, nachdem Sie sie gelesen haben

    Ohne Option wird eine Antwort übergeben, die auf Prüfung wartet, und der Adresse einer Seite zugestimmt.
cli-about-requests-stop = Das Modell anhalten; die Anfrage wartet wieder
cli-about-requests-next = Die nächsten Anfragen eines Servers ohne Nachfrage durchlassen, wenn Sie zustimmen
cli-about-requests-missed = Anfragen auflisten, die Sie verpasst haben
cli-about-requests-deny = Eine Anfrage ablehnen

    Über ein Ziel wird damit nichts entschieden: Der Server kann wieder fragen. Endgültig ablehnen: paddock deny
cli-about-requests-allow = Einen Aufruf durchlassen oder eine Verbindung erlauben, wenn Sie zustimmen

    Ein Aufruf ohne Option: dieser oder, falls die App es noch einmal versuchen soll, ihr nächster Versuch. Eine Verbindung ohne Option: 1 Stunde lang.
cli-about-requests-grant = Den Ordner, in dem eine App arbeitet oder den ein Server erreichen will, für den Server freigeben, wenn Sie zustimmen
cli-about-consents = Auflisten, was auf Ihre Zustimmung wartet, oder darüber entscheiden
cli-about-consents-show = Zeigen, wozu Sie Ihre Zustimmung geben würden
cli-about-consents-agree = Lesen, worum es geht, und im Terminal zustimmen
cli-about-consents-dismiss = Etwas ohne Zustimmung von der Liste nehmen
cli-about-check = Zeigen, welche Server einen Pfad verwenden dürfen

    Endet mit 1, wenn ein Pfad für alle, nach denen gefragt wurde, unerreichbar ist.
cli-about-activity = Zeigen, was geschehen ist, das Neueste zuletzt
cli-about-prove = Nachweisen, dass ein Server auf seine Ordner beschränkt ist

    Ohne Server: der Dateiserver, der zu Paddock gehört, und dann COMMAND, falls angegeben, in eigens angelegten Ordnern. Endet mit 1, wenn etwas nicht ist, wie es sein soll.
cli-about-settings = Einstellungen zeigen oder ändern, wie lange Aktivität aufbewahrt wird

    Weniger braucht die Zustimmung eines Menschen: Es verbirgt, was Server getan haben.
cli-about-system = Zeigen, was dieser Computer durchsetzen kann
cli-about-doctor = Zeigen, was hier nicht stimmt und was zu tun ist, für einen Bericht

    Endet mit 1, wenn etwas nicht ist, wie es sein soll.
cli-about-terminal-consent = Zustimmung im Terminal erlauben oder verbieten
cli-about-keyring-only = Festlegen, ob geheime Werte von Servern nur im Schlüsselbund bleiben

    Mit on startet ein Server nicht, dessen geheime Werte nicht im Schlüsselbund sind. Mit off
    kommen geheime Werte, die kein Schlüsselbund annimmt, in Paddocks eigene Datei, die nur Ihr
    Konto lesen darf.
cli-about-run = Einen Server für eine KI-App ausführen, über Paddock

    In der Konfiguration der App steht dies anstelle des Befehls des Servers. Ein Server, den
    Paddock nicht hat, kann nach -- als dieser Befehl angegeben werden: Er wird einmal
    hinzugefügt, unter dem Namen seines Programms, und läuft, wenn Sie ihm vertraut haben.
cli-about-host = Paddocks Hintergrunddienst hier im Vordergrund ausführen
cli-about-quit = Alle Server und Paddocks Hintergrunddienst stoppen
cli-about-help = Befehle auflisten oder einen erklären
cli-about-completions = Vervollständigungen für bash, zsh oder fish schreiben
cli-about-man = Handbuchseite eines Befehls schreiben
cli-about-generate = Vervollständigungen und Handbuchseiten schreiben, für Pakete
cli-usage-heading = Aufruf:
cli-heading-commands = Befehle
cli-heading-arguments = Argumente
cli-heading-options = Optionen
cli-group-now = Was gerade geschieht
cli-group-servers = Server
cli-group-folders = Ordner
cli-group-network = Netzwerk
cli-group-apps = KI-Apps
cli-group-paddock = Paddock selbst
cli-help-more = paddock help all listet alle Befehle auf; paddock help COMMAND erklärt einen davon.
cli-arg-json = JSON ausgeben, für Programme
cli-arg-help = Diese Hilfe ausgeben
cli-arg-help-command = Ein Befehl, etwa servers add; all listet alle auf
cli-arg-update = Den Server ändern, der aus einem Bundle desselben Namens läuft
cli-arg-version = Version ausgeben
cli-arg-install-file = Das Bundle
cli-arg-no-wait = Auf Zustimmung warten lassen und mit 75 enden
cli-arg-without = Ein Ziel weglassen, das der Befehl nennt; nur hier im Terminal, im Fenster entfernen Sie dort das Häkchen
cli-arg-server = Name oder #Nummer eines Servers
cli-arg-name = Wie der Server heißt
cli-arg-rename = Wie er von nun an heißt
cli-arg-env = Eine Variable für ihn; beliebig viele
cli-arg-secret = Eine Variable, deren Wert Sie unsichtbar eingeben und die geheim behalten wird
cli-arg-not-secret = Eine Variable, die nicht geheim ist, auch wenn es so scheint
cli-arg-unset = Eine Variable, die er nicht mehr hat
cli-arg-cwd = Wo er startet
cli-arg-command = Das Programm und seine Argumente
cli-arg-enforced = Auf seine Ordner beschränken oder sie ihm nur mitteilen
cli-arg-network = off, ask (was Sie erlauben; beim Rest werden Sie gefragt) oder open (überallhin)
cli-arg-ask-first = Auf Sie warten lassen, wenn er zum ersten Mal nach außen greift
cli-arg-restart = Neustart nach dem Ende: on-failure, never oder always
cli-arg-on-demand = Bei der ersten Verwendung starten
cli-arg-stop-when-idle = Nach dieser Zeit ohne Verwendung stoppen, etwa 10m
cli-arg-keep-alive = Zustand so oft prüfen
cli-arg-most-sent = Höchstens so viel pro Tag senden, etwa 500kB oder 10MB; none: unbegrenzt
cli-arg-memory = Höchstens so viel Arbeitsspeicher, etwa 512MB oder 1GB; none: unbegrenzt
cli-arg-processes = Höchstens so viele Prozesse und Threads
cli-arg-listen = Annehmen, was er Sie fragt; off blockiert seine Anfragen
cli-arg-requests-an-hour = Wie viele Anfragen er pro Stunde stellen darf
cli-arg-tokens-a-day = Wie viele Token von Modellen er pro Tag verbrauchen darf
cli-arg-servers-log-follow = Weiter ausgeben, wenn mehr geschrieben wird
cli-arg-servers-log-session = Nur von dieser Sitzung, einer Nummer aus der Liste der Sitzungen
cli-arg-tool = Name des Tools
cli-arg-arguments = Argumente als JSON-Objekt; - liest sie von der Standardeingabe
cli-arg-address = Adresse der Ressource oder eine Vorlage, wie aufgelistet
cli-arg-servers-read-values = Werte für eine Vorlage, beliebig viele
cli-arg-servers-read-follow = Bei jeder Änderung erneut lesen
cli-arg-prompt = Name des Prompts
cli-arg-servers-prompt-values = Werte, nach denen er fragt, beliebig viele
cli-arg-of = Name des Prompts, oder die Vorlage wie aufgelistet
cli-arg-typed = Der gesuchte Wert, soweit er eingegeben ist
cli-arg-servers-suggest-values = Werte, die schon ausgefüllt sind, beliebig viele
cli-arg-servers-messages-text = Nur die, in denen dieser Text vorkommt
cli-arg-errors = Nur die, die einen Fehler melden
cli-arg-before = Nur die vor der mit dieser Nummer
cli-arg-script = Ein Shell-Skript ausgeben, das bis zu dieser Nummer noch einmal sendet, was gesendet wurde, ohne die geheimen Werte
cli-arg-models-add-name = Name des Anbieters
cli-arg-models-edit-name = Name des Anbieters
cli-arg-models-check-name = Name des Anbieters
cli-arg-models-remove-name = Name des Anbieters
cli-arg-url = Adresse seiner API, etwa https://api.openai.com/v1
cli-arg-api = Die API, die er spricht: openai (die Vorgabe; viele andere sprechen sie auch) oder anthropic
cli-arg-key = Einen Schlüssel dafür verdeckt eingeben
cli-arg-no-key = Seinen Schlüssel entfernen
cli-arg-models-add-model = Das Modell, wenn ein Server keines nennt
cli-arg-models-edit-model = Das Modell, wenn ein Server keines nennt
cli-arg-app = Name der App, wie Paddock sie anzeigen soll
cli-arg-run-name = Wie der Server heißt, falls Paddock diesen Befehl noch nicht hat
cli-arg-run-command = Der Befehl eines Servers. Paddock fügt ihn gestoppt hinzu; er wartet auf Ihr Vertrauen
cli-arg-ended = Nummer eines beendeten Zugriffs
cli-arg-folders-ended = Beendete Zugriffe auflisten
cli-arg-path = Ein Ordner, eine .code-workspace-Datei oder die #Nummer einer Freigabe an einen anderen Server
cli-arg-paths = Pfade, einer nach dem anderen
cli-arg-access = read (Standard), write (außer was andere Programme ausführen), commit (schreiben und mit Git committen) oder write-all
cli-arg-requests-grant-access = read (Standard, außer der Server will schreiben), write, commit oder write-all
cli-arg-for = So lange, etwa 30m, 1h30m oder 2d
cli-arg-this-run = Solange der Server läuft
cli-arg-until-midnight = Bis Mitternacht
cli-arg-always = Bis auf Widerruf (Standard)
cli-arg-extend-always = Bis auf Widerruf
cli-arg-pause-for = So lange, etwa 30m; sonst bis Sie fortsetzen
cli-arg-pause-app = Nur, was die App dieses Namens verwendet
cli-arg-pause-ahead = Eine App pausieren, die noch nicht da ist
cli-arg-resume-app = Die App dieses Namens, wenn nur sie pausiert ist
cli-arg-narrow-session = Eine Nummer aus der Liste der Sitzungen
cli-arg-narrow-folder = Ein Ordner, den die Sitzung hat
cli-arg-grant = Eine Nummer aus der Liste der Ordner oder ein Pfad
cli-arg-grants = Eine Nummer aus der Liste der Ordner oder ein Pfad und wahlweise ein Server
cli-arg-all = Alles, was freigegeben ist
cli-arg-again-all = Alles, was beendet ist
cli-arg-requests-missed-clear = Von der Liste nehmen
cli-arg-status-clear = Hinweise von der Liste nehmen
cli-arg-folders-clear = Was beendet ist, von der Liste nehmen
cli-arg-requests-next-count = Wie viele; 1, wenn nichts angegeben ist
cli-arg-from = Eine Datei, ein Link oder - für die Standardeingabe
cli-arg-repository = Statt des Ordners das Repository vorschlagen, in dem er liegt
cli-arg-sessions = Eine Nummer aus der Liste der Sitzungen; beliebig viele
cli-arg-end-app = Alles, was die App dieses Namens verwendet
cli-arg-client = Etwa cursor oder claude-code; siehe paddock apps
cli-arg-apps-ask-client = Etwa cursor oder ein anderer Name, den die Konfiguration einer App ihr gibt
cli-app-ask-question = In Paddock gefragt werden, was Server in Sitzungen von { $app } fragen, wo { $app } Sie nicht fragen kann?

    Server können Sie bitten, ein Formular auszufüllen, eine Seite zu besuchen oder ein Sprachmodell antworten zu lassen.
cli-listen-question = Darf { $server } Sie wieder etwas fragen? Was er fragt, wartet unter paddock requests.
cli-renames = { $server } in { $name } umbenennen? Apps starten einen Server über seinen Namen: Ein Eintrag für { $name } startet dann diesen.
cli-asking-question = Darf { $server } { $requests } Anfragen pro Stunde stellen und { $tokens } Token von Modellen pro Tag verbrauchen?
cli-next-question = Die nächsten Anfragen von { $server } ohne Nachfrage durchlassen, insgesamt { $count }?
cli-nothing-proposed = Sein Befehl nennt keinen Ordner, der vorgeschlagen werden könnte.
cli-app-asks-here = Fragen der Server werden Ihnen in Paddock gestellt, wo die App sie nicht stellen kann.
cli-app-asks-itself = Die Server dieser App können nur fragen, was die App sie fragen lässt.
cli-arg-entries = Namen von Einträgen; alle, wenn keine genannt sind
cli-arg-yes = Nicht vorher fragen; Server warten trotzdem auf Ihr Vertrauen
cli-arg-request = Nummer der Anfrage
cli-arg-requests-show-request = Nummer der Anfrage, oder wie gelistet, etwa call-3, place-2 oder attempt-1-5
cli-arg-requests-deny-request = Nummer der Anfrage, oder wie gelistet, etwa call-3, place-2 oder attempt-1-5
cli-arg-requests-allow-which = Etwa call-3, destination-5 oder sending-2
cli-arg-requests-grant-which = Etwa place-2 oder attempt-1-5
cli-arg-session = Jeden Aufruf dieses Tools durchlassen, solange die Sitzung dauert
cli-arg-requests-allow-always = Von nun an jeden Aufruf dieses Tools durch diese App durchlassen, oder die Verbindung
cli-arg-requests-allow-for = Die Verbindung so lange erlauben, etwa 30m (ohne Angabe 1 Stunde); einen Aufruf für 1h
cli-arg-requests-allow-this-run = Die Verbindung erlauben, solange der Server läuft
cli-arg-requests-allow-unlimited = Den Server bis Mitternacht unbegrenzt senden lassen
cli-arg-destination = Etwa api.example.com, *.example.com, 10.0.0.0/8 oder localhost:5432
cli-arg-destinations-server = Nur von diesem Server
cli-arg-scope = all oder app
cli-arg-rule = allowed, ask, off oder none
cli-arg-rules-app = Nur für die App dieses Namens
cli-arg-accept = So annehmen, wie sie jetzt sind
cli-arg-hold = Aufrufe geänderter Tools auf Sie warten lassen
cli-arg-text = Die Antwort in Ihren Worten; - liest sie von der Standardeingabe
cli-arg-values = Das ausgefüllte Formular als JSON-Objekt; - liest es von der Standardeingabe
cli-arg-field = Ein Feld des Formulars; beliebig viele
cli-arg-model = Die Antwort von einem Modell schreiben lassen und prüfen
cli-arg-block = Nicht wieder fragen: Anfragen dieses Servers blockieren, das Tool für diese App ausschalten oder den Ordner ablehnen, solange der Server läuft
cli-arg-which = Was wartet, etwa c3 oder p1
cli-arg-activity-text = Nur was diesen Text in Pfad, Servername oder Detail enthält
cli-arg-activity-app = Nur aus Sitzungen dieser App
cli-arg-activity-tool = Nur Aufrufe dieses Tools
cli-arg-activity-result = Nur was erledigt (done), blockiert (blocked) oder fehlgeschlagen (failed) ist
cli-arg-activity-until = Nur vor dieser Zeit, etwa 1h oder 2026-11-22
cli-arg-kind = Nur diese Art, etwa granted oder tool-called; mehrere mit Kommas
cli-arg-since = Von dieser Zeit an: 2h, today, 2026-11-22 oder 2026-11-22T14:00
cli-arg-count = Höchstens so viele (Standard: 50)
cli-arg-activity-follow = Weiter ausgeben, wenn mehr geschieht
cli-arg-export = Alles in diese Datei schreiben, die nur Sie lesen dürfen; - schreibt auf die Standardausgabe
cli-arg-format = jsonl oder csv (sonst nach dem Namen der Datei)
cli-arg-delete = Alles bisher Geschehene löschen; ein Mensch muss zustimmen
cli-arg-keep-days = Aktivität so viele Tage aufbewahren
cli-arg-keep-megabytes = Aktivität so viele Megabyte belegen lassen, bevor das Älteste wegfällt
cli-arg-keep-paths = Pfade in freigegebenen Ordnern aufzeichnen, die Aufrufe nennen, oder nicht
cli-arg-keep-arguments = Argumente von Aufrufen aufzeichnen oder nicht
cli-arg-tier = live-mounts oder landlock statt des besten hier möglichen verwenden
cli-arg-markdown = Markdown ausgeben
cli-arg-on = on oder off
cli-arg-stay = Bis zum Beenden weiterlaufen, auch wenn nichts es braucht
cli-arg-shell = bash, zsh oder fish
cli-arg-man-command = Etwa grant oder servers add
cli-arg-dir = Der Ordner, in den geschrieben wird
cli-see-help = Mehr: paddock --help
cli-unknown-argument = Unerwartetes Argument: { $argument }.
cli-unknown-command = Es gibt keinen Befehl { $value }.
cli-no-value = { $argument } braucht einen Wert.
cli-wrong-value = { $value } ist für { $argument } nicht möglich.
cli-conflict = { $argument } kann nicht mit { $value } verwendet werden.
cli-missing = Es fehlt: { $argument }
cli-missing-command = Sagen Sie, was zu tun ist.
cli-no-text = Ein Argument ist kein gültiger Text.
cli-did-you-mean = Meinten Sie { $names }?
cli-one-of = Möglich sind: { $names }
cli-hint-time = Eine Zeit schreibt man wie 30m, 1h30m oder 2d.
cli-hint-since = Man schreibt es wie 2h, today, 2026-11-22 oder 2026-11-22T14:00.
cli-hint-pair = Man schreibt es als NAME=VALUE.
cli-hint-size = Eine Größe schreibt man als Zahl mit MB oder GB, etwa 512MB, oder none.
cli-hint-sent = Eine Größe schreibt man als Zahl mit kB, MB oder GB, etwa 10MB, oder none.
cli-hint-number = Es ist eine Nummer, wie gelistet.
cli-hint-count = Es ist eine ganze Zahl, etwa 50.
cli-hint-waiting = Man schreibt es wie gelistet, etwa c3 oder p1.
cli-hint-asked = Man schreibt es wie gelistet, etwa 41, call-3, place-2, destination-5 oder attempt-1-5.
cli-attempt-offer = Könnte dafür freigegeben werden
cli-attempt-needs = Wäre dafür nötig
cli-attempt-no-offer = Es gibt keinen Ordner, der dafür sinnvoll freigegeben werden könnte.
cli-head-id = ID
cli-head-server = Server
cli-head-app = App
cli-head-state = Zustand
cli-head-kept = Abschirmung
cli-head-command = Befehl
cli-head-folder = Ordner
cli-head-access = Zugriff
cli-head-until = Bis
cli-head-since = Seit
cli-head-reaches = Darf nutzen
cli-reaches-all = alles, was Sie lesen können
cli-head-path = Pfad
cli-head-answer = Antwort
cli-head-tool = Tool
cli-head-address = Adresse
cli-head-name = Name
cli-head-prompt = Prompt
cli-head-values = Werte
cli-head-key = Schlüssel
cli-head-models = Modelle
cli-head-rule = Regel
cli-head-file = Datei
cli-head-entry = Eintrag
cli-head-how = Wie
cli-head-runs = Startet
cli-head-about = Betrifft
cli-head-kind = Art
cli-head-destination = Ziel
cli-head-seen = Verbindungen
cli-head-sent = Gesendet
cli-head-received = Empfangen
cli-head-used = Zuletzt verwendet
cli-head-what = Was
cli-no-apps = Hier wurde keine KI-App gefunden, die Paddock kennt.
cli-app-no-config = Noch keine Konfiguration
cli-app-empty = Keine Einträge
cli-app-direct = Direkt
cli-app-through = Über Paddock als { $server }
cli-app-remote = Remote
cli-app-own = Teil der App
cli-app-unreadable = Nicht lesbar: { $why }
cli-app-not-written = Nicht änderbar: { $why }
cli-app-as-before = außerhalb von Paddock zurückgeändert
cli-app-changed = seit dem Verbinden geändert
cli-app-unsure = nicht vergleichbar
cli-app-lost = { $entry } war verbunden und steht nicht mehr in { $path }.
cli-install-title = Damit wird ein Server aus einem Bundle hinzugefügt: { $name }
cli-updated = Der Server { $server } (#{ $id }) läuft aus dem neuen Bundle, sobald Sie seinem Befehl vertrauen.
cli-install-version = Version
cli-install-author = Autor
cli-install-description = Beschreibung
cli-install-claims = All das sagt das Bundle über sich selbst. Niemand hat es geprüft.
cli-install-update = Der Server { $server } läuft aus einem Bundle desselben Namens und wird auf dieses umgestellt. Seine Ordner, Ziele und Regeln bleiben. Nichts zeigt, dass beide vom selben Autor sind. Sie werden erneut gefragt, ob Sie seinem Befehl vertrauen.
cli-install-stranger = { $server } läuft aus einem Bundle dieses Namens, das als Autor { $author } nennt. Dieses nennt einen anderen Autor.
cli-install-unreadable = Das Bundle, aus dem { $server } läuft, lässt sich nicht mehr lesen und deshalb nicht vergleichen.
cli-install-waits = Das Bundle ist entpackt, und noch läuft nichts davon: Sein Server wartet, bis Sie seinem Befehl vertrauen, und Ordner, bis Sie sie freigeben.
cli-install-number = Eine Zahl.
cli-install-boolean = Tippen Sie true oder false.
cli-install-directory = Ein Ordner. Der Server kann ihn erst verwenden, wenn Sie ihn freigeben.
cli-install-file = Eine Datei. Der Server kann sie erst verwenden, wenn Sie den Ordner freigeben, in dem sie liegt.
cli-install-usual = Wenn Sie nichts eintippen: { $value }
cli-install-optional = Sie können das leer lassen.
cli-install-more = Tippen Sie noch etwas ein, oder nichts, um fortzufahren.
cli-connect-title = Was { $app } startet, läuft ab dem nächsten Start über Paddock:
cli-connect-link = Das ist ein Link. Geschrieben wird { $path }
cli-connect-new = { $entry } wird zum neuen Server { $server }
cli-connect-there = { $entry } verwendet den Server { $server }, der denselben Befehl hat
cli-connect-env = Variablen, die nach Paddock umziehen: { $names }
cli-connect-env-file = Aus { $path } gelesene Variablen: { $names }
cli-connect-folders = Genannte Ordner, die Sie freigeben können: { $names }
cli-connect-unset = Nicht gesetzt, weil kein Wert angegeben wurde: { $names }
cli-connect-lost = Geht verloren, weil nur die App es einsetzen kann: { $names }
cli-connect-skipped = { $entry } bleibt, wie es ist: { $why }
cli-skipped-through = läuft bereits über Paddock
cli-skipped-needs-app = braucht { $placeholder }, das nur die App einsetzen kann
cli-skipped-asks = braucht einen Wert für { $value }; verbinden Sie ihn mit Namen und ohne --yes, um ihn einzugeben
cli-skipped-elsewhere = startet { $program }, das außerhalb jeder Sandbox handelt
cli-skipped-remote = ist ein Server anderswo ({ $host }), hier wird also nichts gestartet
cli-skipped-own = gehört zur App und startet keinen Befehl
cli-connect-waits = Damit bekommt noch kein Server etwas: Neue warten, bis Sie ihrem Befehl vertrauen, und Ordner, bis Sie sie freigeben.
cli-connect-taken-back = Die dafür hinzugefügten Server werden wieder entfernt: { $names }
cli-connect-left = Diese Server wurden dafür hinzugefügt und konnten nicht entfernt werden: { $names }
cli-connect-partly = Diese Dateien wurden vorher geschrieben und bleiben verbunden: { $names }
cli-connected = { $app } ist verbunden und verwendet Paddock ab dem nächsten Start.
cli-connected-left = Was noch zu tun ist, falls nicht schon getan:
cli-disconnect-title = Was mit den Einträgen von { $app } geschieht:
cli-disconnect-direct = Die App startet diese Server wieder selbst, und sie können alles lesen, was Sie lesen können.
cli-disconnect-restored = wird wieder wie vorher
cli-disconnect-as-before = ist bereits wie vorher
cli-disconnect-left = wurde seitdem geändert und bleibt unberührt
cli-disconnect-gone = ist nicht mehr vorhanden
cli-disconnected = { $app } hat die eigenen Einträge zurück. Die Server bleiben in Paddock: Entfernen mit paddock servers remove
cli-not-running = Paddocks Hintergrunddienst läuft nicht.
cli-host-runs = Paddocks Hintergrunddienst ({ $version }) läuft bereits. Nichts wurde gestartet. Um ihn neu zu starten, beenden Sie ihn zuerst mit paddock quit, was seine Server stoppt.
cli-running = Paddock { $version } läuft.
cli-status-servers = { $count ->
    [one] { $count } Server, { $running } in Betrieb
   *[other] { $count } Server, { $running } in Betrieb
}
cli-status-not-enforced = Nicht durchgesetzt: { $servers }
cli-status-failed = Ausgefallen: { $servers }
cli-status-needs-trust = Vertrauen fehlt noch: { $servers }
cli-status-grants = { $count ->
    [0] Kein Zugriff auf Ordner
    [one] { $count } Freigabe
   *[other] { $count } Freigaben
}
cli-status-sessions = { $count ->
    [one] { $count } Sitzung einer App: paddock sessions
   *[other] { $count } Sitzungen von Apps: paddock sessions
}
cli-status-consents = { $count ->
    [one] { $count } Frage wartet auf Ihre Zustimmung: paddock consents
   *[other] { $count } Fragen warten auf Ihre Zustimmung: paddock consents
}
cli-status-requests = { $count ->
    [one] { $count } Anfrage wartet auf Sie: paddock requests
   *[other] { $count } Anfragen warten auf Sie: paddock requests
}
cli-lifetime-until = bis { $time } ({ $left })
cli-day-and-time = { $day }, { $time }
cli-lifetime-for = { $hours ->
    [0] { $minutes } Min.
   *[other] { $hours } Std. { $minutes } Min.
}
cli-done = Erledigt.
cli-already-so = So war es bereits. Nichts wurde geändert.
cli-retention = Die Aktivität wird so lange aufbewahrt: { $keep }.
cli-agreed = Sie haben zugestimmt. Es ist erledigt.
cli-waits = Wartet auf Ihre Zustimmung als { $id }.
cli-waits-as = So stimmen Sie dem zu, was Sie angegeben haben: { $command }
cli-in-window = Wartet auf Ihre Zustimmung im Fenster von Paddock ({ $id }). Mit Strg+C bleibt es dort stehen.
cli-answered-elsewhere = Dies wurde anderswo beantwortet.
cli-yes = ja
cli-type-yes = Tippen Sie { $yes }, um zuzustimmen; alles andere gilt als Ablehnung:
cli-asked-by = Angefragt von
cli-by-window = Fenster von Paddock
cli-by-program = { $path }, gestartet von { $parent }
cli-trusted-before = Zuvor bestätigt
cli-consent-lifetime = Darf { $server } länger auf { $folder } zugreifen?
cli-consent-again = { $folder } wieder für { $server } freigeben?
cli-consent-confinement = Den Schutz von { $server } ändern?
cli-consent-no-ask-first = Der Server wartet nicht mehr auf Sie, wenn er zum ersten Mal nach etwas greift, das nicht für ihn freigegeben ist.
cli-consent-resume = Alle Server vor dem Ende der Pause wieder starten?
cli-consent-terminal = Zustimmung im Terminal auf diesem Computer erlauben?
cli-consent-terminal-means = Wer in eines Ihrer Terminals tippen kann, kann dann für Sie zustimmen. Ein Programm, das Befehle für Sie ausführt, etwa ein KI-Agent, kann selbst ein Terminal öffnen und hineintippen.
cli-what-trust = Befehl vertrauen
cli-what-confinement = Schutz ändern
cli-what-terminal = Zustimmung im Terminal
cli-what-secrets-in-file = Geheime Werte in Paddocks eigener Datei
cli-what-provider = Anfragen an { $address } senden
cli-what-no-rule = wie jede App
cli-what-not-held = Aufrufe geänderter Tools warten nicht
cli-what-changed = Geänderte Tools annehmen
cli-what-most-sent = Darf pro Tag senden: { $size }
cli-what-send-today = Darf senden: { $size }
cli-what-destination = Darf erreichen: { $destination }, { $duration }
cli-what-forget = Für { $destination } wieder fragen
cli-no-consents = Nichts wartet auf Ihre Zustimmung.
cli-no-servers = Es gibt keine Server.
cli-no-tools = Keine Tools.
cli-limits-shown = { $limit }. { $held }
cli-no-resources = Er hat keine Ressourcen.
cli-no-suggestions = Er schlägt nichts vor.
cli-no-prompts = Er hat keine Prompts.
cli-no-messages = Solche Nachrichten sind nicht aufbewahrt.
cli-no-providers = Kein Anbieter von Sprachmodellen ist eingerichtet.
cli-role-user = Nutzer:
cli-role-assistant = Assistent:
cli-key-none = keiner
cli-key-kept = im Schlüsselbund
cli-key-until-quit = bis Paddock beendet wird
cli-no-rules = Es gibt keine Regeln.
cli-no-destinations = Sie haben noch über kein Ziel entschieden.
cli-destination-asked = Wartet auf Sie: { $which }
cli-no-changed = Kein Tool hat sich seit dem ersten Mal geändert.
cli-nothing-ended = Kein Zugriff ist beendet.
cli-connects = verbindet sich
cli-no-sessions = Keine App verwendet einen Server.
cli-added = { $server } wurde als #{ $id } hinzugefügt. Befehl lesen und ihm vertrauen: paddock servers trust "#{ $id }"
cli-edited = Fertig. { $server } startet mit Ihren Änderungen, sobald Sie dem Befehl vertrauen: paddock servers trust { $argument }
cli-call-waits = { $server } wartet auf Ihre Antwort: paddock requests
cli-propose = Damit Sie danach gefragt werden: paddock servers propose "#{ $id }"
cli-revoked = { $count ->
    [one] { $count } Freigabe wurde widerrufen.
   *[other] { $count } Freigaben wurden widerrufen.
}
cli-revoked-all = Der gesamte Zugriff wurde widerrufen.
cli-ended = { $count ->
    [one] { $count } Sitzung wurde beendet.
   *[other] { $count } Sitzungen wurden beendet.
}
cli-why = Warum
cli-log-stderr = stderr
cli-log-message = Nachricht
cli-log-of-session = { $source }, Sitzung { $session } ({ $app })
cli-broken-promise = Das Ergebnis entspricht nicht dem, was das Tool angibt: { $reason }
cli-part-bytes = [{ $kind }, { $size }]
cli-request-waiting = Wartet auf Sie
cli-required = (erforderlich)
cli-answer = Antwort:
cli-answer-title = { $server } fragt Sie:
cli-review = Die Antwort wartet auf Ihre Prüfung. Übergeben: paddock requests answer { $id }
cli-doctor-title = Paddock { $version }
cli-doctor-host = Der Hintergrunddienst läuft: Version { $version }, Socket { $socket }
cli-doctor-program = { $name } ist { $path }
cli-doctor-no-program = { $name } fehlt: Erwartet wird { $path }. Installieren Sie Paddock neu.
cli-doctor-limit = { $name } ist { $limit }
cli-doctor-low-limit = { $name } ist nur { $limit }, deshalb bleiben Änderungen an Ordnern möglicherweise unbemerkt. Erhöhen Sie fs.inotify.{ $name } mit sysctl.
cli-doctor-enforced = Dieser Computer kann Server auf ihre Ordner beschränken.
cli-doctor-consent-both = Zustimmung wird im Fenster von Paddock oder im Terminal gegeben.
cli-doctor-consent-window = Zustimmung wird im Fenster von Paddock gegeben, nicht im Terminal.
cli-doctor-consent-terminal = Zustimmung wird im Terminal gegeben. Diese Sitzung hat keinen Desktop für das Fenster von Paddock.
cli-doctor-consent-nowhere = Von hier aus kann niemand zustimmen: Zustimmung wird nur im Fenster von Paddock gegeben, und diese Sitzung hat keinen Desktop dafür. Stimmen Sie auf dem Desktop dieses Computers zu, oder erlauben Sie dort in den Einstellungen die Zustimmung im Terminal.
cli-doctor-keyring = Schlüssel von Anbietern sind im Schlüsselbund.
cli-doctor-secrets = Geheime Werte von Servern sind im Schlüsselbund.
cli-doctor-needs-trust = Vertrauen fehlt noch. Lesen Sie den Befehl, und vertrauen Sie ihm mit paddock servers trust, oder entfernen Sie den Server.
cli-doctor-secrets-in-file =
    { $count ->
        [one] Ein geheimer Wert eines Servers ist
       *[other] { $count } geheime Werte von Servern sind
    } in Paddocks eigener Datei, die nur Ihr Konto lesen darf (Modus 0600), und nicht im Schlüsselbund. Entsperren oder installieren Sie einen, und führen Sie dann paddock keyring-only { $again } aus: Der Befehl verschiebt die Werte dorthin und lässt diese Einstellung, wie sie ist.
cli-secret = Der Wert von { $name } wird beim Eingeben nicht angezeigt. Er kommt in den Schlüsselbund, falls es einen gibt.
cli-secret-prompt = Wert:
cli-key = Der Schlüssel für { $name } wird beim Tippen nicht angezeigt. Er kommt in den Schlüsselbund oder wird sonst behalten, bis Paddock beendet wird.
cli-key-prompt = Schlüssel: 
cli-doctor-no-keyring = Es gibt keinen Schlüsselbund für Schlüssel, deshalb werden sie beim Beenden von Paddock vergessen. Entsperren oder installieren Sie einen.
cli-bad-arguments = Das war nicht zu verstehen: { $reason }
cli-server = { $server }, auf die eigenen Ordner beschränkt durch { $tier }
cli-by-tool = Über die eigenen Tools:
cli-allowed = Erlaubt
cli-blocked = Blockiert
cli-blocked-by = Vom Betriebssystem blockiert ({ $error })
cli-refused = Vom Server abgelehnt
cli-leak = LECK
cli-kept-out = ZU UNRECHT BLOCKIERT
cli-holds = Alles ist, wie es sein soll.
cli-holds-unasked = Die Grenze hält. Der Befehl wurde nichts gefragt, dies zeigt also nicht, dass er ein funktionierender MCP-Server ist.
cli-leaks = Etwas ist nicht, wie es sein soll: Achten Sie auf ✗.
cli-system = Was auf diesem Computer durchgesetzt werden kann, { $system }:
cli-system-printed = Ausgegeben von `paddock system --markdown` auf { $system }. Der Befehl gibt aus, was für Ihr eigenes System gilt.
cli-tier-best = Funktioniert und wird verwendet
cli-system-nothing = Nichts kann Server hier auf ihre Ordner beschränken. Ein Server startet nur, wenn Sie ihn ohne Durchsetzung laufen lassen.
cli-system-unknown = Paddock konnte nicht ermitteln, was dieser Computer durchsetzen kann: paddock-sandbox, das neben dieses Programm gehört, hat nicht geantwortet.
cli-system-group = systemd kann einen Server als Ganzes auf beides beschränken. Mit den Paketen: systemctl --user enable --now paddock-host
cli-system-gaps = Unter { $tier } kann ein Server mit dem, was nicht freigegeben ist, noch Folgendes tun. Inhalte gibt nichts davon preis.
cli-gap-signals = Signale an Ihre anderen Programme senden.
cli-gap-command-lines = Die Befehlszeilen Ihrer anderen Programme sehen.
cli-gap-existence = Sehen, ob etwas vorhanden ist, sowie Größe und Zeiten.
cli-gap-metadata = Modus, Besitzer und Zeiten Ihrer Dateien ändern.
