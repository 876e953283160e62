//! What is tried in every proof besides the granted folders, for it matters most that it is not reached.

use std::fs;
use std::path::{Path, PathBuf};

use paddock_core::Footprint;
use paddock_core::consent::{PLACES, WarningCode};

use crate::Places;

/// The most places of the person's own that are tried: a proof is made after every change.
const MOST: usize = 4;

/// Of what is there: the host's database, another server's home than its `own`, a secret that is left
/// out of its program, and where the person keeps secrets in their `home`. The host's `data` may be in
/// several folders.
pub(crate) fn kept_out(
    home: &Path,
    data: &[PathBuf],
    own: &Path,
    footprint: &Footprint,
) -> Vec<PathBuf> {
    let databases = data.iter().map(|data| data.join(paddock_storage::DATABASE));
    let homes = data.iter().filter_map(|data| another_home(&Places::homes_in(data), own));
    // Programs are kept in the folders of clients too.
    let secrets = PLACES.iter().filter(|(what, _)| *what != WarningCode::ClientConfig);
    let secrets =
        secrets.map(|(_, place)| home.join(place)).filter(|place| place.exists()).take(MOST);
    let hidden = footprint.own().flat_map(|(_, own)| &own.hidden).find(|it| it.exists());
    databases.filter(|it| it.exists()).chain(homes).chain(hidden.cloned()).chain(secrets).collect()
}

fn another_home(homes: &Path, own: &Path) -> Option<PathBuf> {
    let homes = fs::read_dir(homes).ok()?.flatten().map(|entry| entry.path());
    homes.filter(|home| home != own && home.is_dir()).min()
}

#[cfg(test)]
mod tests {
    use paddock_core::{Identity, Need, Owned, Part};

    use super::*;

    #[test]
    fn what_is_there_is_tried_and_its_own_home_is_not() {
        let folder = tempfile::tempdir().unwrap();
        let [data, home] = ["data", "home"].map(|name| folder.path().join(name));
        for made in ["servers/1", "servers/2"] {
            fs::create_dir_all(data.join(made)).unwrap();
        }
        let secrets = [home.join(".gnupg"), home.join(".config/google-chrome")];
        for secret in &secrets {
            fs::create_dir_all(secret).unwrap();
        }
        let all_data = [folder.path().join("gone"), data.clone()];
        let nothing = Footprint::default();
        let found = || kept_out(&home, &all_data, &data.join("servers/1"), &nothing);
        let other = data.join("servers/2");
        assert_eq!(found(), [vec![other.clone()], secrets.to_vec()].concat());

        let database = data.join(paddock_storage::DATABASE);
        fs::write(&database, "").unwrap();
        assert_eq!(found(), [vec![database, other], secrets.to_vec()].concat());
    }

    #[test]
    fn a_secret_that_is_left_out_of_a_program_is_tried() {
        let folder = tempfile::tempdir().unwrap();
        let [gone, secret, other] =
            [".env", ".npmrc", "a.key"].map(|name| folder.path().join(name));
        fs::write(&secret, "").unwrap();
        fs::write(&other, "").unwrap();
        let own = Owned {
            identity: Identity { device: 1, inode: 1, born: None },
            files: 0,
            bytes: 0,
            all: true,
            hidden: vec![gone, secret.clone(), other],
        };
        let part = Part { path: folder.path().into(), need: Need::Program, own: Some(own) };
        let footprint = Footprint { parts: vec![part], ..Footprint::default() };
        assert_eq!(kept_out(Path::new("/home"), &[], Path::new("/own"), &footprint), [secret]);
    }

    #[test]
    fn the_worst_of_many_secrets_are_tried() {
        let home = tempfile::tempdir().unwrap();
        for (_, place) in PLACES {
            fs::create_dir_all(home.path().join(place)).unwrap();
        }
        let found = kept_out(home.path(), &[], Path::new("/own"), &Footprint::default());
        assert_eq!(found.len(), MOST);
        assert_eq!(found[0], home.path().join(".ssh"));
    }
}
