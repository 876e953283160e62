"""A tray and a notification daemon for one session bus.

Owns org.kde.StatusNotifierWatcher and org.freedesktop.Notifications, and talks
JSON, a line a message, on stdin and stdout. It answers requests that carry an
`id` with `{"id", "result"}` or `{"id", "error"}`:

    {"id": 1, "op": "menu"}
    {"id": 2, "op": "click", "path": ["Pause", "15 min"]}
    {"id": 3, "op": "item"}
    {"id": 4, "op": "invoke", "notification": 1, "action": "default"}
    {"id": 5, "op": "dismiss", "notification": 1}

and tells events: `ready`, `registered`, `menu`, `unregistered`, `notification`,
`notification-closed`.
"""

import json
import os
import sys
import time

import dbus
import dbus.service
from dbus.mainloop.glib import DBusGMainLoop
from gi.repository import GLib

WATCHER = "org.kde.StatusNotifierWatcher"
ITEM = "org.kde.StatusNotifierItem"
MENU = "com.canonical.dbusmenu"
NOTIFICATIONS = "org.freedesktop.Notifications"
PROPERTIES = "org.freedesktop.DBus.Properties"
CALL_SECONDS = 20

# What notifications can do, where a test does not say less.
CAPABILITIES = "actions body body-markup persistence"

# Reasons of NotificationClosed.
DISMISSED = 2
CLOSED = 3


def tell(message):
    sys.stdout.write(json.dumps(message) + "\n")
    sys.stdout.flush()


class Item:
    """The one tray item of the app, and its menu."""

    def __init__(self, bus, service, path, ready):
        self.bus = bus
        self.service = service
        self.object = bus.get_object(service, path, introspect=False)
        self.menu_object = None
        self.subscriptions = []
        self.refreshing = None

        def follow(menu_path):
            self.follow_menu(menu_path)
            ready()

        def give_up(error):
            print(f"item without a menu: {error}", file=sys.stderr)

        self.call(self.object, PROPERTIES, "Get", ITEM, "Menu", done=follow, failed=give_up)

    def follow_menu(self, path):
        self.menu_object = self.bus.get_object(self.service, path, introspect=False)
        self.subscriptions = [
            self.bus.add_signal_receiver(
                lambda *_: self.schedule_refresh(),
                signal_name=signal,
                dbus_interface=MENU,
                bus_name=self.service,
            )
            for signal in ("LayoutUpdated", "ItemsPropertiesUpdated")
        ]
        self.schedule_refresh()

    def describe(self, done, failed):
        def pick(properties):
            wanted = ("Id", "Title", "Status", "IconName", "AttentionIconName")
            done({name: str(properties[name]) for name in wanted if name in properties})

        self.call(self.object, PROPERTIES, "GetAll", ITEM, done=pick, failed=failed)

    def menu(self, done, failed):
        def lay_out(_needs_update):
            self.call_menu(
                "GetLayout",
                dbus.Int32(0),
                dbus.Int32(-1),
                dbus.Array([], signature="s"),
                done=lambda _revision, layout: done(shown_children(layout)),
                failed=failed,
            )

        self.call_menu("AboutToShow", dbus.Int32(0), done=lay_out, failed=failed)

    def click(self, path, done, failed):
        def send(menu):
            try:
                entry = clickable_entry(menu, path)
            except LookupError as error:
                failed(error)
                return
            self.call_menu(
                "Event",
                dbus.Int32(entry["id"]),
                "clicked",
                dbus.String("", variant_level=1),
                dbus.UInt32(int(time.time())),
                done=lambda: done(None),
                failed=failed,
            )

        self.menu(send, failed)

    def call_menu(self, method, *args, done, failed):
        self.call(self.menu_object, MENU, method, *args, done=done, failed=failed)

    def call(self, target, interface, method, *args, done, failed):
        """Never waits for the answer: the app may be waiting for one from here."""
        target.get_dbus_method(method, interface)(
            *args, reply_handler=done, error_handler=failed, timeout=CALL_SECONDS
        )

    def schedule_refresh(self):
        """Many signals at once make one reading."""
        if self.refreshing is None:
            self.refreshing = GLib.idle_add(self.refresh)

    def refresh(self):
        self.refreshing = None
        self.menu(
            lambda menu: tell({"event": "menu", "menu": menu}),
            # The menu went while it was being read: a later signal tells the new one.
            lambda error: print(f"menu not readable: {error}", file=sys.stderr),
        )
        return GLib.SOURCE_REMOVE

    def forget(self):
        for subscription in self.subscriptions:
            subscription.remove()
        if self.refreshing is not None:
            GLib.source_remove(self.refreshing)


def clickable_entry(menu, path):
    entries = menu
    for depth, label in enumerate(path):
        entry = next((e for e in entries if e["label"] == label), None)
        if entry is None:
            labels = [e["label"] for e in entries]
            raise LookupError(f"no {path[: depth + 1]} in the menu, only {labels}")
        entries = entry.get("children", [])
    if not entry["enabled"]:
        raise LookupError(f"{path} is disabled")
    return entry


def shown_children(entry):
    return [node(child) for child in entry[2] if is_visible(child)]


def is_visible(entry):
    return bool(entry[1].get("visible", True))


def node(entry):
    """One menu entry as JSON; the keys follow the words of com.canonical.dbusmenu."""
    identifier, properties, _children = entry
    result = {
        "id": int(identifier),
        "type": str(properties.get("type", "standard")),
        "label": without_mnemonic(str(properties.get("label", ""))),
        "enabled": bool(properties.get("enabled", True)),
    }
    if properties.get("toggle-type"):
        result["toggle"] = str(properties["toggle-type"])
        result["checked"] = int(properties.get("toggle-state", 0)) == 1
    children = shown_children(entry)
    if children:
        result["children"] = children
    return result


def without_mnemonic(label):
    """`_Open` is Open, and `__` stands for one underscore."""
    return "_".join(part.replace("_", "") for part in label.split("__"))


class Watcher(dbus.service.Object):
    def __init__(self, bus):
        self.bus = bus
        self.item = None
        self.name = dbus.service.BusName(WATCHER, bus, do_not_queue=True)
        super().__init__(bus, "/StatusNotifierWatcher")
        bus.add_signal_receiver(
            self.owner_changed,
            signal_name="NameOwnerChanged",
            dbus_interface="org.freedesktop.DBus",
        )

    @dbus.service.method(WATCHER, in_signature="s", sender_keyword="sender")
    def RegisterStatusNotifierItem(self, service, sender=None):
        """The argument is a bus name, or a path on the sender's connection."""
        path = service if service.startswith("/") else "/StatusNotifierItem"
        name = sender if service.startswith("/") else service
        if self.item:
            self.item.forget()
        registered = {"event": "registered", "service": str(name), "path": str(path)}
        self.item = Item(self.bus, name, path, ready=lambda: tell(registered))

    @dbus.service.method(WATCHER, in_signature="s")
    def RegisterStatusNotifierHost(self, _service):
        pass

    @dbus.service.method(PROPERTIES, in_signature="ss", out_signature="v")
    def Get(self, interface, name):
        return self.GetAll(interface)[name]

    @dbus.service.method(PROPERTIES, in_signature="s", out_signature="a{sv}")
    def GetAll(self, _interface):
        items = [self.item.service] if self.item else []
        return {
            "IsStatusNotifierHostRegistered": dbus.Boolean(True),
            "ProtocolVersion": dbus.Int32(0),
            "RegisteredStatusNotifierItems": dbus.Array(items, signature="s"),
        }

    @dbus.service.signal(WATCHER)
    def StatusNotifierHostRegistered(self):
        pass

    def owner_changed(self, name, old_owner, new_owner):
        if self.item and not new_owner and self.item.service in (name, old_owner):
            self.item.forget()
            self.item = None
            tell({"event": "unregistered"})

    def registered_item(self):
        if self.item is None or self.item.menu_object is None:
            raise LookupError("no tray item is registered")
        return self.item


class Notifications(dbus.service.Object):
    def __init__(self, bus):
        self.name = dbus.service.BusName(NOTIFICATIONS, bus, do_not_queue=True)
        self.last_id = 0
        super().__init__(bus, "/org/freedesktop/Notifications")

    @dbus.service.method(
        NOTIFICATIONS, in_signature="susssasa{sv}i", out_signature="u"
    )
    def Notify(self, app, replaces, icon, summary, body, actions, hints, timeout):
        if not replaces:
            self.last_id += 1
        identifier = int(replaces) or self.last_id
        tell(
            {
                "event": "notification",
                "id": identifier,
                "replaces": int(replaces),
                "app": str(app),
                "icon": str(icon),
                "summary": str(summary),
                "body": str(body),
                "actions": [str(action) for action in actions],
                "urgency": int(hints.get("urgency", 1)),
                "timeout": int(timeout),
            }
        )
        return dbus.UInt32(identifier)

    @dbus.service.method(NOTIFICATIONS, in_signature="u")
    def CloseNotification(self, identifier):
        tell({"event": "notification-closed", "id": int(identifier)})
        self.NotificationClosed(identifier, CLOSED)

    @dbus.service.method(NOTIFICATIONS, out_signature="as")
    def GetCapabilities(self):
        return os.environ.get("NOTIFICATIONS_CAN", CAPABILITIES).split()

    @dbus.service.method(NOTIFICATIONS, out_signature="ssss")
    def GetServerInformation(self):
        return ("paddock-tests", "paddock", "1", "1.2")

    @dbus.service.signal(NOTIFICATIONS, signature="uu")
    def NotificationClosed(self, identifier, reason):
        pass

    @dbus.service.signal(NOTIFICATIONS, signature="us")
    def ActionInvoked(self, identifier, action):
        pass


class Requests:
    """Reads requests from stdin; its end ends the process."""

    def __init__(self, loop, watcher, notifications):
        self.loop = loop
        self.watcher = watcher
        self.notifications = notifications
        self.rest = b""
        GLib.io_add_watch(sys.stdin.fileno(), GLib.IO_IN | GLib.IO_HUP, self.read)

    def read(self, descriptor, _condition):
        data = os.read(descriptor, 65536)
        if not data:
            self.loop.quit()
            return GLib.SOURCE_REMOVE
        *lines, self.rest = (self.rest + data).split(b"\n")
        for line in lines:
            self.answer(json.loads(line))
        return GLib.SOURCE_CONTINUE

    def answer(self, request):
        def done(result):
            tell({"id": request["id"], "result": result})

        def failed(error):
            tell({"id": request["id"], "error": str(error)})

        try:
            self.run(request, done, failed)
        except LookupError as error:
            failed(error)

    def run(self, request, done, failed):
        op = request["op"]
        if op == "menu":
            self.watcher.registered_item().menu(done, failed)
        elif op == "click":
            self.watcher.registered_item().click(request["path"], done, failed)
        elif op == "item":
            self.watcher.registered_item().describe(done, failed)
        elif op == "invoke":
            number = dbus.UInt32(request["notification"])
            done(self.notifications.ActionInvoked(number, request["action"]))
        elif op == "dismiss":
            number = dbus.UInt32(request["notification"])
            done(self.notifications.NotificationClosed(number, DISMISSED))
        else:
            failed(f"unknown op {op}")


def main():
    DBusGMainLoop(set_as_default=True)
    bus = dbus.SessionBus()
    loop = GLib.MainLoop()
    Requests(loop, Watcher(bus), Notifications(bus))
    tell({"event": "ready"})
    loop.run()


if __name__ == "__main__":
    main()
