use std::collections::{BTreeMap, HashMap};
use std::net::{IpAddr, Ipv4Addr};

use paddock_core::network::NAMES;

use crate::Name;

/// How many names have an address at a time. A server that asks for more loses the ones it has not
/// asked for longest.
const MOST: usize = 4096;

const FIRST: u32 = match NAMES.first() {
    IpAddr::V4(first) => first.to_bits(),
    IpAddr::V6(_) => 0,
};
/// How many addresses of [`NAMES`] are used; the first and the last are none.
const COUNT: u32 = (1 << 17) - 2;

/// The addresses that names have inside one server's network.
#[derive(Clone, Debug, Default)]
pub struct Lent {
    by_name: HashMap<Name, Loan>,
    by_address: HashMap<u32, Name>,
    /// Oldest first.
    by_age: BTreeMap<u64, Name>,
    /// How often one was asked for.
    age: u64,
    /// How many were given out.
    given: u32,
}

#[derive(Clone, Copy, Debug)]
struct Loan {
    address: u32,
    age: u64,
}

impl Lent {
    /// The address of `name`: the same one as before, if it has one.
    pub fn lend(&mut self, name: &Name) -> Ipv4Addr {
        self.age += 1;
        let address = match self.by_name.get(name) {
            Some(loan) => {
                self.by_age.remove(&loan.age);
                loan.address
            }
            None => self.new_address(),
        };
        self.by_name.insert(name.clone(), Loan { address, age: self.age });
        self.by_address.insert(address, name.clone());
        self.by_age.insert(self.age, name.clone());
        address.into()
    }

    pub fn name_of(&self, address: Ipv4Addr) -> Option<&Name> {
        self.by_address.get(&address.into())
    }

    /// Whether an address is one that names are given, now or at another time.
    pub fn is_of_the_block(address: Ipv4Addr) -> bool {
        NAMES.contains(address.into())
    }

    /// One comes around again only after all others, long after whoever had it was forgotten.
    fn new_address(&mut self) -> u32 {
        if self.by_name.len() >= MOST
            && let Some((_, oldest)) = self.by_age.pop_first()
            && let Some(loan) = self.by_name.remove(&oldest)
        {
            self.by_address.remove(&loan.address);
        }
        loop {
            let address = FIRST + 1 + self.given % COUNT;
            self.given = self.given.wrapping_add(1);
            if !self.by_address.contains_key(&address) {
                return address;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(number: usize) -> Name {
        Name::parse(&format!("n{number}.example")).unwrap()
    }

    #[test]
    fn a_name_keeps_its_address() {
        let mut lent = Lent::default();
        let first = lent.lend(&name(1));
        assert_ne!(lent.lend(&name(2)), first);
        assert_eq!(lent.lend(&name(1)), first);
        assert_eq!(lent.name_of(first), Some(&name(1)));
        assert_eq!(first, Ipv4Addr::new(33, 250, 0, 1));
    }

    #[test]
    fn what_was_not_lent_is_nobodys() {
        let lent = Lent::default();
        assert_eq!(lent.name_of(Ipv4Addr::new(33, 250, 0, 1)), None);
        assert!(Lent::is_of_the_block(Ipv4Addr::new(33, 251, 255, 255)));
        assert!(!Lent::is_of_the_block(Ipv4Addr::new(33, 252, 0, 0)));
        assert!(!Lent::is_of_the_block(Ipv4Addr::new(33, 249, 255, 255)));
    }

    #[test]
    fn however_many_are_asked_for_few_are_kept() {
        let mut lent = Lent::default();
        let kept = lent.lend(&name(0));
        let lost = lent.lend(&name(1));
        for number in 2..3 * MOST {
            lent.lend(&name(number));
            assert_eq!(lent.lend(&name(0)), kept);
        }
        assert_eq!(lent.name_of(kept), Some(&name(0)));
        assert_eq!(lent.name_of(lost), None);
        assert_eq!(lent.by_name.len(), MOST);
        assert_eq!(lent.by_address.len(), MOST);
        assert_eq!(lent.by_age.len(), MOST);
    }

    #[test]
    fn addresses_come_around_without_two_names_sharing_one() {
        let mut lent = Lent::default();
        let kept = lent.lend(&name(0));
        for number in 1..usize::try_from(COUNT).unwrap() + 10 {
            let address = lent.lend(&name(number));
            assert!(Lent::is_of_the_block(address));
            assert_ne!(address, lent.lend(&name(0)), "{number}");
        }
        assert_eq!(lent.lend(&name(0)), kept);
    }
}
