//! A person with a home of their own, and the configs in it.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use paddock_apps::{
    Adopted, Adoption, AppError, Change, Content, Entry, GivenBack, Level, Places, Plan, Withheld,
    app, find_app, give_back, plan, write,
};

pub(crate) const SHIM: &str = "/opt/paddock/bin/paddock";

pub(crate) struct World {
    folder: tempfile::TempDir,
    pub(crate) places: Places,
}

impl World {
    pub(crate) fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let home = folder.path().canonicalize().unwrap().join("home");
        fs::create_dir_all(&home).unwrap();
        fs::create_dir(folder.path().join("backups")).unwrap();
        Self { folder, places: Places::new(home, |_| None) }
    }

    pub(crate) fn home(&self, below: &str) -> PathBuf {
        self.places.home.join(below)
    }

    pub(crate) fn outside(&self, below: &str) -> PathBuf {
        self.folder.path().canonicalize().unwrap().join(below)
    }

    pub(crate) fn put(&self, below: &str, text: impl AsRef<[u8]>) -> PathBuf {
        let path = self.home(below);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, text).unwrap();
        path
    }

    /// All entries of the person's configs of an app.
    pub(crate) fn entries(&self, id: &str) -> Result<Vec<Entry>, AppError> {
        let found = find_app(&self.places, app(id).unwrap(), None);
        let mut entries = Vec::new();
        for file in found.map(|found| found.files).unwrap_or_default() {
            entries.extend(file.entries?);
        }
        Ok(entries)
    }

    pub(crate) fn plan(&self, entries: &[Entry]) -> Result<Plan, AppError> {
        self.plan_with(entries, &[])
    }

    pub(crate) fn plan_with(
        &self,
        entries: &[Entry],
        env: &[(&str, &str)],
    ) -> Result<Plan, AppError> {
        let adopted: Vec<_> = entries.iter().map(|entry| adopted(entry, env)).collect();
        plan(&self.places, Level::Person, &adopted)
    }

    /// All commands of an app.
    pub(crate) fn commands(&self, id: &str) -> Vec<Entry> {
        let is_command = |entry: &Entry| matches!(entry.content, Content::Command(_));
        self.entries(id).unwrap().into_iter().filter(is_command).collect()
    }

    pub(crate) fn plan_all(&self, id: &str) -> Plan {
        self.plan(&self.commands(id)).unwrap()
    }

    pub(crate) fn write(&self, change: &Change) -> Result<(), AppError> {
        let number = fs::read_dir(self.outside("backups")).unwrap().count();
        write(change, &self.outside(&format!("backups/{number}")))
    }

    pub(crate) fn adopt_all(&self, id: &str) -> Plan {
        let plan = self.plan_all(id);
        self.write(&plan.change).unwrap();
        plan
    }

    pub(crate) fn give_back(&self, plan: &Plan) -> Result<GivenBack, AppError> {
        give_back(&self.places, &records(plan))
    }

    /// As [`Self::give_back`], and written.
    pub(crate) fn given_back(&self, plan: &Plan) -> GivenBack {
        let given = self.give_back(plan).unwrap();
        if let Some(change) = &given.change {
            self.write(change).unwrap();
        }
        given
    }
}

pub(crate) fn records(plan: &Plan) -> Vec<(Adoption, Option<Withheld>)> {
    let withheld = plan.withheld.iter().cloned().map(Some);
    plan.adoptions.iter().cloned().zip(withheld).collect()
}

pub(crate) fn adopted(entry: &Entry, env: &[(&str, &str)]) -> Adopted {
    let env = env.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
    Adopted {
        entry: entry.clone(),
        server: entry.id.name.clone(),
        shim: SHIM.into(),
        env: env.collect::<BTreeMap<_, _>>(),
    }
}

pub(crate) fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap()
}
