use std::collections::BTreeSet;
use std::path::{Component, Path};

use paddock_bundles::{
    Bundle, Command, Folders, Launch, Step, Value, Values, bundles_in, given, launch, read, stay,
    step,
};
use paddock_core::text::shown;
use paddock_front::bundles;

/// The longest claim that is shown, with the mark that it was cut, in characters once spelled out.
const LONGEST: usize = 2001 * "\\u{e0fff}".len();

/// Reads `data` as a bundle and, packed into one, as its manifest.
///
/// # Panics
///
/// What a bundle says is shown with hidden characters or at any length, its folder could be elsewhere,
/// its command has a secret among its words, or one is read back from it.
pub fn bundle(data: &[u8]) {
    for bytes in [data.to_vec(), packed(data)] {
        if let Ok(bundle) = Bundle::read(bytes) {
            holds(&bundle);
        }
    }
}

fn holds(bundle: &Bundle) {
    let home = Path::new("/home/ada");
    let about = bundles::about(bundle, home);
    let claims = [&about.title, &about.version, &about.author, &about.description, &about.line];
    let asked = about.asks.iter().flat_map(|it| [&it.title, &it.description]);
    for claim in claims.into_iter().chain(asked) {
        assert!(shown(claim) == *claim && claim.chars().count() <= LONGEST, "{claim}");
    }
    let names: BTreeSet<_> = about.asks.iter().map(|it| &it.name).collect();
    assert_eq!(names.len(), about.asks.len());

    let bundles = Path::new("/home/ada/bundles");
    let folder = bundles.join(bundle.folder_name());
    let inside = folder.strip_prefix(bundles).map(|it| it.components().collect::<Vec<_>>());
    assert!(matches!(inside.as_deref(), Ok([Component::Normal(_)])), "{}", folder.display());
    let within = folder.join("x").to_string_lossy().into_owned();
    assert_eq!(bundles_in(bundles, [within.as_str()]), BTreeSet::from([folder.clone()]));
    let version = &bundle.manifest.version;
    assert!(matches!(step(version, version), Step::Same));

    let secret = "hunter2-hunter2";
    let mut values = Values::new();
    for (name, setting) in &bundle.manifest.user_config {
        let answer = if setting.sensitive { secret } else { "1" };
        values.extend(
            read(name, setting, vec![answer.to_owned()])
                .ok()
                .flatten()
                .map(|it| (name.clone(), it)),
        );
    }
    let folders = Folders { home, desktop: home, documents: home, downloads: home };
    let Ok(made) = launch(bundle, &folder, &folders, &values) else { return };
    let is_in = |word: &String| word.contains(secret) && !manifest_says(bundle, secret);
    assert!(!is_in(&made.program) && !made.args.iter().any(is_in), "a secret is an argument");
    for (name, value) in &made.env {
        assert!(!is_in(value) || made.secrets.contains(name), "{name} is a secret");
    }
    let given = given(&bundle.manifest, (&folder, &|_| false), &folders, &kept(made));
    for value in given.values.values() {
        let is_secret = match value {
            Value::One(one) => is_in(one),
            Value::Many(all) => all.iter().any(is_in),
        };
        assert!(!is_secret, "a secret is read back");
    }
    let stays = stay(&bundle.manifest, &given, &bundle.manifest);
    assert!(stays.keys().all(|name| given.unseen.contains(name)));
}

/// As a host keeps it: secrets out of sight.
fn kept(made: Launch) -> Command {
    let Launch { program, args, mut env, secrets } = made;
    env.retain(|name, _| !secrets.contains(name));
    Command { program, args, env, secrets }
}

fn manifest_says(bundle: &Bundle, text: &str) -> bool {
    format!("{:?}", bundle.manifest).contains(text)
}

/// A file with this manifest and nothing else, stored as it is (APPNOTE.TXT, 4.3).
fn packed(manifest: &[u8]) -> Vec<u8> {
    const NAME: &[u8] = b"manifest.json";
    let length = u32::try_from(manifest.len()).expect("it is short").to_le_bytes();
    let mut head = [20, 0, 0, 0, 0, 0, 0, 0, 0, 0].to_vec();
    head.extend(crc32(manifest).to_le_bytes());
    head.extend(length);
    head.extend(length);
    head.extend([NAME.len().to_le_bytes()[0], 0]);
    head.extend([0, 0]);
    let local = [b"PK\x03\x04".as_slice(), &head, NAME, manifest].concat();
    let central = [b"PK\x01\x02".as_slice(), &[20, 0], &head, &[0; 14], NAME].concat();
    let sizes = [central.len(), local.len()]
        .map(|it| u32::try_from(it).expect("it is short").to_le_bytes());
    let end = [b"PK\x05\x06".as_slice(), &[0, 0, 0, 0, 1, 0, 1, 0], &sizes[0], &sizes[1], &[0, 0]];
    [local, central, end.concat()].concat()
}

fn crc32(bytes: &[u8]) -> u32 {
    let step = |crc: u32| if crc & 1 == 1 { (crc >> 1) ^ 0xedb8_8320 } else { crc >> 1 };
    let byte = |crc: u32, byte: &u8| (0..8).fold(crc ^ u32::from(*byte), |crc, _| step(crc));
    !bytes.iter().fold(u32::MAX, byte)
}
