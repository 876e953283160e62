//! Killed at any point: what was acknowledged is kept, and nothing else but the one commit that
//! was under way.

use std::path::Path;

use paddock_core::{AuditRecord, Commit, Saved};
use paddock_storage::{AuditFilter, Storage};

use crate::child::{Process, role, say};
use crate::common::{Random, World, all_audit, open};

const KILLS_EACH: u64 = 260;

#[test]
fn no_consent_is_lost_or_made_up_by_a_kill() {
    // Two at a time: one commits while the other is looked at.
    std::thread::scope(|scope| {
        let runs: Vec<_> = (1..=2).map(|run| scope.spawn(move || survive(run))).collect();
        for run in runs {
            run.join().unwrap();
        }
    });
}

fn survive(run: u64) {
    let folder = in_memory();
    let mut random = Random(run);
    let mut kept = Kept::default();
    for kill in 0..KILLS_EACH {
        kept.kill_once(folder.path(), run * KILLS_EACH + kill, &mut random);
    }
    let (storage, _) = open(folder.path());
    let audit: Vec<_> = all_audit(&storage).into_iter().map(|row| row.record).collect();
    assert!(audit == kept.records);
    drop(storage);
    let raw = rusqlite::Connection::open(folder.path().join("paddock.db")).unwrap();
    let check: String = raw.query_row("PRAGMA integrity_check", [], |row| row.get(0)).unwrap();
    assert_eq!(check, "ok");
}

/// Where there is one, a disk in memory: a killed process takes nothing that it wrote with it, so
/// waiting for a disk to sync would only leave fewer moments to be killed at.
fn in_memory() -> tempfile::TempDir {
    tempfile::tempdir_in("/dev/shm").or_else(|_| tempfile::tempdir()).unwrap()
}

/// What is known to be in the database.
#[derive(Default)]
struct Kept {
    saved: Saved,
    records: Vec<AuditRecord>,
}

impl Kept {
    fn kill_once(&mut self, folder: &Path, seed: u64, random: &mut Random) {
        let mut process = Process::launch("crash::commits", folder, &seed.to_string());
        // Mostly soon after the start; now and then when the log has been written back.
        let wanted = if random.below(20) == 0 { random.below(120) } else { random.below(6) };
        let mut acknowledged = 0;
        while acknowledged < wanted && process.hear().is_some() {
            acknowledged += 1;
        }
        for _ in 0..random.below(20_000) {
            std::hint::spin_loop();
        }
        process.child.kill().unwrap();
        assert!(!process.child.wait().unwrap().success(), "seed {seed} ended by itself");
        while process.hear().is_some() {
            acknowledged += 1;
        }

        let mut world = World::new(seed, self.saved.clone());
        for _ in 0..acknowledged {
            self.add(&world.commit(), &world.saved);
        }
        let (storage, saved) = open(folder);
        let count = newest(&storage);
        let under_way = world.commit();
        // Not every commit writes a record that could be counted.
        let kept = count > self.records.len() || under_way.audit.is_empty() && saved == world.saved;
        if kept {
            self.add(&under_way, &world.saved);
        }
        assert_eq!(saved, self.saved, "seed {seed}, {acknowledged} acknowledged");
        assert_eq!(count, self.records.len(), "seed {seed}, {acknowledged} acknowledged");
        assert!(self.ends_like(&storage), "seed {seed}, {acknowledged} acknowledged");
    }

    fn add(&mut self, commit: &Commit, saved: &Saved) {
        self.records.extend(commit.audit.iter().cloned());
        self.saved = saved.clone();
    }

    fn ends_like(&self, storage: &Storage) -> bool {
        let page = storage.audit(&AuditFilter::default(), None, 50).unwrap();
        let read = page.rows.iter().map(|row| &row.record);
        page.unreadable == 0 && read.eq(self.records.iter().rev().take(50))
    }
}

/// Records are numbered from 1 without a gap.
fn newest(storage: &Storage) -> usize {
    let page = storage.audit(&AuditFilter::default(), None, 1).unwrap();
    page.rows.first().map_or(0, |row| usize::try_from(row.id.0).unwrap())
}

/// Commits until it is killed, and says so after each. Closing and opening again puts kills
/// there too.
#[test]
fn commits() {
    let Some((folder, seed)) = role() else { return };
    let (mut storage, saved) = open(&folder);
    let mut world = World::new(seed.parse().unwrap(), saved);
    for number in 1.. {
        storage.commit(&world.commit()).unwrap();
        say("kept");
        if number % 8 == 0 {
            drop(storage);
            storage = open(&folder).0;
        }
    }
}
