use crate::{Capabilities, ConfineError, Launch, Network, OnAttempt, Policy, Sandbox, Tier};

/// Linux: the policy travels with the launch, and the keeper carries it out.
#[derive(Debug)]
pub struct Linux {
    capabilities: Capabilities,
}

impl Linux {
    /// With what a keeper found when it was asked by an
    /// [`Order::Survey`](crate::wire::Order::Survey).
    pub fn new(capabilities: Capabilities) -> Self {
        Self { capabilities }
    }
}

impl Sandbox for Linux {
    fn capabilities(&self) -> &Capabilities {
        &self.capabilities
    }

    fn confine(&self, launch: Launch, policy: Policy) -> Result<Launch, ConfineError> {
        if !self.capabilities.works(policy.tier) {
            return Err(ConfineError::Tier(policy.tier));
        }
        if policy.network == Network::Off && !self.capabilities.network_off {
            return Err(ConfineError::Network);
        }
        if policy.network == Network::Destinations
            && !(self.capabilities.destinations && policy.tier.is_live())
        {
            return Err(ConfineError::Destinations);
        }
        let attempts = match policy.attempts {
            OnAttempt::Ignore => true,
            OnAttempt::Report => self.capabilities.attempts,
            // Only what can still be let in is worth waiting for.
            OnAttempt::Hold => self.capabilities.attempts && policy.tier == Tier::LiveMounts,
        };
        if !attempts {
            return Err(ConfineError::Attempts(policy.attempts));
        }
        Ok(Launch { policy: Some(policy), ..launch })
    }
}

#[cfg(test)]
mod tests {
    use paddock_core::{Need, Part};

    use super::*;
    use crate::{Bounds, ByGroup, Facility, Lacking};

    fn launch() -> Launch {
        Launch {
            program: "/bin/true".into(),
            args: Vec::new(),
            env: Vec::new(),
            cwd: "/".into(),
            policy: None,
            bounds: Bounds::default(),
        }
    }

    fn policy() -> Policy {
        Policy {
            tier: Tier::Landlock,
            folders: Vec::new(),
            readable: vec![Part { path: "/usr".into(), need: Need::System, own: None }],
            links: Vec::new(),
            reserved: Vec::new(),
            programs: Vec::new(),
            home: "/home".into(),
            network: Network::Open,
            ports: Vec::new(),
            attempts: OnAttempt::Ignore,
            canary: "/canary".into(),
            data: Vec::new(),
            kept_out: Vec::new(),
        }
    }

    fn linux(network_off: bool, attempts: bool) -> Linux {
        let lacking = Lacking { what: Facility::UserNamespace, errno: 1 };
        Linux::new(Capabilities {
            tiers: vec![(Tier::LiveMounts, Err(lacking)), (Tier::Landlock, Ok(()))],
            landlock: 7,
            held_folders_end: true,
            network_off,
            destinations: network_off,
            abstract_sockets_kept: true,
            processes_limited: false,
            by_group: ByGroup::default(),
            attempts,
            gaps: Vec::new(),
        })
    }

    #[test]
    fn the_policy_travels_with_the_launch() {
        let confined = linux(false, false).confine(launch(), policy()).unwrap();
        assert_eq!(confined, Launch { policy: Some(policy()), ..launch() });
    }

    #[test]
    fn what_does_not_work_here_is_refused_and_not_weakened() {
        let refused = |policy| linux(false, false).confine(launch(), policy).unwrap_err();
        let live = Policy { tier: Tier::LiveMounts, ..policy() };
        assert!(matches!(refused(live), ConfineError::Tier(Tier::LiveMounts)));
        let offline = Policy { network: Network::Off, ..policy() };
        assert!(matches!(refused(offline), ConfineError::Network));
        let named = Policy { network: Network::Destinations, ..policy() };
        assert!(matches!(refused(named.clone()), ConfineError::Destinations));
        // Landlock knows ports and no names.
        let refused_there = linux(true, true).confine(launch(), named).unwrap_err();
        assert!(matches!(refused_there, ConfineError::Destinations));
        for attempts in [OnAttempt::Report, OnAttempt::Hold] {
            let watched = Policy { attempts, ..policy() };
            assert!(matches!(refused(watched), ConfineError::Attempts(it) if it == attempts));
        }
    }

    #[test]
    fn nothing_is_held_where_nothing_can_be_let_in() {
        let confine =
            |attempts| linux(true, true).confine(launch(), Policy { attempts, ..policy() });
        assert!(confine(OnAttempt::Report).is_ok());
        assert!(matches!(confine(OnAttempt::Hold), Err(ConfineError::Attempts(_))));
    }
}
