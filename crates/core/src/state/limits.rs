//! How much of the computer a server may take, as a person chose.

use super::{Round, State};
use crate::{Action, Actor, FactCode, Limits, Refusal, Server, ServerId};

impl State {
    pub(super) fn set_limits(&mut self, id: ServerId, limits: Limits, round: &mut Round) {
        if !limits.are_sensible() {
            return round.refuse(Refusal::LimitNotSensible);
        }
        let said = (Action::LimitsChanged, Actor::Person, words(limits));
        let change = |server: &mut Server| server.limits = limits;
        let narrows = |less: &Server, now: &Server| less.limits.is_within(&now.limits);
        self.change_server(id, said, change, narrows, round);
    }
}

fn words(limits: Limits) -> String {
    let Limits { processes, memory } = limits;
    let memory = memory.map_or(FactCode::AnyMemory.said(), |most| FactCode::Memory.of(most.into()));
    format!("{}, {memory}", FactCode::Processes.of(processes.into()))
}
