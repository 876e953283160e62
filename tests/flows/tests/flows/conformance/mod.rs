//! What the protocol asks of a host, row by row, in every revision a row names.
//!
//! [`ROWS`] is the list; each check in it, whose name begins with its row, is a test of its own in
//! every revision.
//! A check of what is said speaks through `paddock_mcp::connect` with a real child, and looks at
//! what that child has heard ([`wired`]); a check of what becomes of it drives a whole host.

#![expect(
    clippy::wildcard_enum_match_arm,
    reason = "a test waits for one event, and passes all others by"
)]

mod answering;
mod cancelling;
mod consent;
mod discovering;
mod docs;
mod elicitation;
mod filling;
mod hearing;
mod lifecycle;
mod listing;
mod messages;
mod modern;
pub(crate) mod revision;
mod roots;
mod sampling;
mod tasks;
mod waiting;
pub(crate) mod wired;

use revision::Revision::{self, A, B, C, D, E};

/// One thing that the protocol asks of a host.
#[derive(Debug)]
pub(crate) struct Row {
    pub(crate) id: &'static str,
    pub(crate) level: &'static str,
    pub(crate) what: &'static str,
    pub(crate) checks: &'static [Check],
}

/// A test that shows it, and in which revisions.
#[derive(Debug)]
pub(crate) struct Check {
    pub(crate) name: &'static str,
    pub(crate) revisions: &'static [Revision],
}

/// A check as a test of one revision.
macro_rules! in_revision {
    (A $check:path) => {
        in_revision!(in_2024_11_05, A, $check);
    };
    (B $check:path) => {
        in_revision!(in_2025_03_26, B, $check);
    };
    (C $check:path) => {
        in_revision!(in_2025_06_18, C, $check);
    };
    (D $check:path) => {
        in_revision!(in_2025_11_25, D, $check);
    };
    (E $check:path) => {
        in_revision!(in_2026_07_28, E, $check);
    };
    ($name:ident, $revision:ident, $check:path) => {
        #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
        async fn $name() {
            $check(Revision::$revision).await;
        }
    };
}

/// Writes the table, and for each check in it a test of each revision.
macro_rules! rows {
    ($(
        $id:literal $level:literal $what:literal {
            $($module:ident::$check:ident [$($revision:ident)+])+
        }
    )+) => {
        pub(crate) const ROWS: &[Row] = &[$(Row {
            id: $id,
            level: $level,
            what: $what,
            checks: &[$(Check {
                name: stringify!($check),
                revisions: &[$($revision),+],
            }),+],
        }),+];

        $($(
            mod $check {
                use super::{$module, Revision};

                $(in_revision!($revision $module::$check);)+
            }
        )+)+
    };
}

rows! {
    "NEG-1" "SHOULD" "a host of both eras asks `server/discover` first" {
        discovering::neg_1_the_first_message_asks_what_is_spoken [E]
        discovering::neg_1_a_server_that_locks_its_era_is_spoken_to_in_the_newest [E]
    }
    "NEG-2" "MUST NOT" "tie the fall-back to one error code" {
        discovering::neg_2_any_refusal_falls_back [A B C D]
        discovering::neg_2_silence_falls_back_and_a_late_answer_is_ignored [A B C D]
    }
    "NEG-3" "SHOULD" "of the revisions a refusal names use one, or say so; remember the era" {
        discovering::neg_3_no_revision_in_common_is_said [E]
        discovering::neg_3_a_known_era_is_not_asked_for [A B C D]
    }
    "LIF-1" "MUST" "`initialize` with a supported revision, then `initialized`" {
        lifecycle::lif_1_initialize_then_initialized [A B C D]
    }
    "LIF-2" "SHOULD NOT" "send anything but pings before `initialize` is answered" {
        lifecycle::lif_2_nothing_is_sent_before_the_answer [A B C D]
    }
    "LIF-3" "MUST" "end the connection if the server answers with a revision nobody knows, and say so" {
        lifecycle::lif_3_an_unknown_revision_ends_it [A B C D]
    }
    "LIF-4" "MUST" "use the agreed revision, and only what was negotiated" {
        lifecycle::lif_4_what_is_not_offered_is_not_used [A B C D]
    }
    "LIF-5" "MUST" "accept batches; never batch `initialize`" {
        messages::lif_5_batches_are_read [B]
        messages::lif_5_a_batch_is_refused_where_there_is_none [A C D]
    }
    "MSG-1" "MUST" "ids are strings or integers and used once" {
        messages::msg_1_ids_are_used_once [A B C D E]
    }
    "MSG-2" "MUST" "an answer has the id of its request exactly; notifications are never answered" {
        messages::msg_2_ids_come_back_exactly [A B C D]
        messages::msg_2_notifications_are_not_answered [A B C D E]
    }
    "STD-1" "MUST" "UTF-8, one message a line, no line break inside" {
        messages::std_1_a_message_is_a_line [A B C D E]
    }
    "STD-2" "MUST NOT" "write what is no message; in the newest revision, any response" {
        messages::std_2_only_messages_are_written [A B C D E]
        messages::std_2_a_request_of_the_server_is_not_answered [E]
    }
    "STD-3" "SHOULD NOT" "take output on standard error for an error" {
        lifecycle::std_3_standard_error_is_a_log [D E]
    }
    "STD-4" "SHOULD" "to end a server: close its input, wait, SIGTERM, wait, SIGKILL" {
        lifecycle::std_4_a_server_ends_when_its_input_does [A B C D]
        lifecycle::std_4_a_deaf_server_is_killed [A B C D]
    }
    "STD-5" "SHOULD" "to end a server: close its input, wait, force it" {
        lifecycle::std_5_a_server_ends_when_its_input_does [E]
    }
    "STD-6" "SHOULD" "start a crashed server again" {
        lifecycle::std_6_a_crashed_server_is_started_again [E]
    }
    "TMO-1" "SHOULD" "every request has a time-out, is cancelled then, and has an end whatever progress" {
        waiting::tmo_1_a_silent_call_times_out_and_is_cancelled [A B C D E]
        waiting::tmo_1_progress_does_not_extend_the_end [A B C D E]
    }
    "META-1" "MUST" "every request names revision and capabilities" {
        modern::meta_1_every_request_says_who_asks [E]
    }
    "META-2" "MUST" "keys of `_meta` follow the rules; reserved ones are not made up" {
        messages::meta_2_keys_are_well_formed [A B C D E]
    }
    "RES-1" "MUST" "no `resultType` is `complete`; an unknown one is invalid" {
        modern::res_1_no_result_type_is_complete [E]
        modern::res_1_an_unknown_result_type_is_invalid [E]
    }
    "MRTR-1" "MUST" "all that was asked is answered before the retry, under the same keys" {
        modern::mrtr_1_the_retry_waits_for_every_answer [E]
    }
    "MRTR-2" "MUST" "the state comes back to the byte, and only if there is one" {
        modern::mrtr_2_the_state_is_echoed_to_the_byte [E]
        modern::mrtr_2_no_state_is_made_up [E]
    }
    "MRTR-3" "MUST" "a retry has a new id; its state is used for nothing else" {
        modern::mrtr_3_states_stay_with_their_calls [E]
    }
    "ROOT-1" "MUST" "declare roots" {
        roots::root_1_roots_are_declared [A B C D E]
    }
    "ROOT-2" "MUST" "tell of every change" {
        roots::root_2_a_change_is_told_and_asked_for [A B C D]
        roots::root_2_the_next_call_has_the_new_list [E]
    }
    "ROOT-3" "MUST" "roots are `file://` URIs" {
        roots::root_3_every_root_is_a_file_uri [A B C D E]
    }
    "ROOT-4" "MUST" "expose only what is permitted, without ways around, while it is there" {
        roots::root_4_a_server_sees_its_own_folders_and_no_others [A B C D E]
        roots::root_4_a_link_is_told_as_what_it_leads_to [A B C D E]
        roots::root_4_a_folder_that_is_gone_is_not_told [A B C D E]
    }
    "ROOT-5" "SHOULD" "ask before anything is exposed; check and watch that it is there" {
        consent::root_5_nothing_is_told_before_it_is_granted [A B C D E]
    }
    "ROOT-6" "SHOULD" "-32601 where roots are not offered, -32603 if the list is not to be had" {
        roots::root_6_roots_that_are_not_offered_are_no_method [A B C D]
        roots::root_6_a_list_that_is_not_to_be_had_is_an_internal_error [A B C D]
    }
    "SAM-1" "MUST" "declare sampling" {
        sampling::sam_1_sampling_is_declared [A B C D E]
    }
    "SAM-2" "SHOULD" "a person sees, edits or denies what is asked, and what is answered" {
        answering::sam_2_nothing_is_sent_or_delivered_before_the_person_says_so [A B C D E]
        answering::sam_2_the_person_can_answer_without_any_model [A B C D E]
    }
    "SAM-3" "SHOULD" "let the person limit it, and refuse what makes no sense" {
        answering::sam_3_a_server_asks_no_more_often_than_it_may [A B C D E]
        answering::sam_3_what_makes_no_sense_is_refused [A B C D E]
    }
    "SAM-4" "MUST" "ask for no more tokens than the server does; what else it wishes may change" {
        answering::sam_4_no_more_tokens_than_the_server_wants [A B C D E]
    }
    "SAM-5" "MUST" "try hints in order, as parts of names, before priorities; the host chooses" {
        answering::sam_5_the_first_hint_that_fits_decides_and_the_person_may_differ [A B C D E]
        answering::sam_5_without_a_fitting_hint_priorities_decide [A B C D E]
    }
    "SAM-6" "MUST" "declare tools in sampling; refuse them where they were not declared" {
        sampling::sam_6_tools_are_declared [D E]
        answering::sam_6_tools_are_refused_where_there_are_none [A B C]
    }
    "SAM-7" "MUST" "results of tools stand alone, and follow the use they answer" {
        answering::sam_7_results_are_unmixed_and_follow_their_use [D E]
    }
    "SAM-8" "SHOULD" "-32602 where results of tools are missing or mixed" {
        answering::sam_8_missing_and_mixed_results_are_invalid [D]
    }
    "SAM-9" "SHOULD" "a refusal of the person is error -1" {
        sampling::sam_9_a_refusal_is_error_minus_1 [A B C D]
        sampling::sam_9_a_refusal_ends_the_call [E]
    }
    "SAM-10" "SHOULD" "end conversations of tools that go round and round; hand on their uses whole" {
        answering::sam_10_a_conversation_of_tools_has_an_end [D E]
        answering::sam_10_what_a_model_wants_of_tools_goes_to_the_server [D E]
    }
    "ELI-1" "MUST" "declare a mode of elicitation; none named is the form" {
        elicitation::eli_1_a_mode_is_declared [C D E]
        filling::eli_1_no_mode_is_the_form [C D E]
    }
    "ELI-2" "MUST" "say who asks; let the person edit, decline and put off" {
        filling::eli_2_it_says_who_asks_and_takes_no_for_an_answer [D E]
    }
    "ELI-3" "MUST" "-32602 for a mode that was not declared" {
        filling::eli_3_a_mode_that_was_not_declared_is_invalid [C D]
    }
    "ELI-4" "SHOULD" "hold answers to the schema, fill defaults in, and limit how often it may be asked" {
        filling::eli_4_answers_are_held_to_the_schema_and_begin_with_its_defaults [C D E]
        filling::eli_4_a_server_asks_no_more_often_than_sixty_times_an_hour [C D E]
    }
    "ELI-5" "MUST" "fetch and open no address without consent; show it whole" {
        filling::eli_5_nobody_goes_to_an_address_before_the_person_does [D E]
        filling::eli_5_an_address_is_shown_whole_and_given_out_on_consent [D E]
    }
    "ELI-6" "SHOULD" "make the domain stand out, and warn of disguises" {
        filling::eli_6_the_domain_stands_out_and_disguises_are_named [D E]
    }
    "ELI-7" "MUST" "an elicitation's id is opaque; an unknown one that is complete is ignored" {
        elicitation::eli_7_a_completion_nobody_waits_for_is_ignored [D]
    }
    "CAN-1" "MUST" "cancel only own requests in flight, and never `initialize`" {
        cancelling::can_1_a_dropped_call_is_cancelled_once [A B C D E]
        cancelling::can_1_an_answered_call_is_not_cancelled [A B C D E]
        cancelling::can_1_initialize_is_not_cancelled [A B C D]
    }
    "CAN-2" "SHOULD" "what the server takes back is freed and not answered" {
        cancelling::can_2_what_is_taken_back_is_not_answered [A B C D]
        answering::can_2_what_waits_for_the_person_is_closed [A B C D]
    }
    "CAN-3" "MUST" "live through races; late answers are ignored" {
        cancelling::can_3_a_late_answer_is_ignored [A B C D E]
        cancelling::can_3_a_cancellation_of_nothing_is_ignored [A B C D E]
    }
    "PRG-1" "MUST" "tokens of progress are strings or integers and used once" {
        waiting::prg_1_progress_finds_its_call [A B C D E]
    }
    "PNG-1" "MUST" "answer pings at once with `{}`; ask for signs of life now and then" {
        waiting::png_1_a_ping_is_answered [A B C D]
        waiting::png_1_pings_are_sent_as_often_as_wanted [A B C D]
        waiting::png_1_there_is_no_ping_any_more [E]
    }
    "PAG-1" "MUST" "cursors are opaque; none is the end; the empty one is not" {
        listing::pag_1_all_pages_are_read [A B C D E]
        listing::pag_1_a_list_without_end_is_cut_off [A B C D E]
    }
    "LCH-1" "MUST" "listen for changes, tell subscriptions apart, listen again after a restart" {
        listing::lch_1_a_changed_list_is_reported [A B C D E]
        listing::lch_1_what_belongs_to_no_subscription_is_not_believed [E]
    }
    "LCH-2" "SHOULD" "keep a list as long as its server says, and no longer than until it changes" {
        listing::lch_2_a_changed_list_is_asked_for_anew [E]
    }
    "TSK-1" "MUST" "no task without the capability; keep to what the tool allows; name the task" {
        tasks::tsk_1_no_task_where_none_is_offered [D E]
        tasks::tsk_1_a_tool_is_a_task_only_as_it_allows [D]
        tasks::tsk_1_a_task_is_followed_to_its_end [D E]
    }
    "SCH-1" "MUST" "schemas are JSON Schema 2020-12; a reference into the network is never followed" {
        consent::sch_1_a_schema_leads_nowhere [D E]
    }
    "TOOL-1" "MUST" "claims of a tool are not believed; calls are confirmed, shown, limited and logged" {
        consent::tool_1_claims_are_shown_as_claims_and_calls_are_kept [A B C D E]
    }
    "ERR-1" "MUST NOT" "use codes of the protocol that are not defined; take -32002 from servers" {
        modern::err_1_no_error_is_sent [E]
        listing::err_1_an_old_code_is_taken_as_it_is [E]
    }
    "ICON-1" "MUST" "icons only from where they may come, without credentials, and not trusted" {
        consent::icon_1_no_icon_is_fetched_or_shown [D E]
    }
    "SEC-1" "MUST" "before a server first runs its whole command is shown, and approved" {
        consent::sec_1_nothing_runs_that_was_not_seen [A B C D E]
    }
}
