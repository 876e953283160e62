//! Each command, and what of the host carries it out.

use paddock_control::commands::Waits;
use paddock_control::{Commands, WirePath};

use super::{Front, Outcome};
use crate::destinations;
use crate::retention;
use crate::view::{
    Access, ActivityFilter, ActivityFormat, ActivityPage, CallAnswer, CallView, Completing,
    Confinement, ContentView, EnvEntry, FrontView, HeldCallDetail, LifecycleView, LifetimeChoice,
    LimitsChoice, LogView, NamedValue, Pasted, PromptView, PromptedView, ProveDraft, ProvedView,
    ProviderDraft, RequestDetail, ResourcesView, RetentionView, SamplingEdit, SamplingLimits,
    Scope, SeenOverTime, ServerDraft, SpanView, Tier, TodayView, ToolRule, ToolView, VerdictView,
    View, WideningView, WireFilter, WirePage,
};

impl Commands for Front {
    async fn view(&self) -> Outcome<View> {
        self.host.view().await
    }

    async fn pick(&self, path: WirePath) -> Outcome<u32> {
        self.host.pick(path.0, None, self.by()).await
    }

    async fn pick_for(&self, path: WirePath, server: u32) -> Outcome<u32> {
        self.host.pick(path.0, Some(server), self.by()).await
    }

    async fn pick_workspace(&self, file: WirePath) -> Outcome<Vec<u32>> {
        self.host.pick_workspace(file.0, self.by()).await
    }

    async fn pick_granted(&self, grant: u32, server: Option<u32>) -> Outcome<u32> {
        self.host.pick_granted(grant, server, self.by()).await
    }

    async fn pick_attempt(&self, server: u32, attempt: u32) -> Outcome<u32> {
        self.host.pick_attempt(server, attempt, self.by()).await
    }

    async fn pick_missed(&self, server: u32) -> Outcome<u32> {
        self.host.pick_missed(server, self.by()).await
    }

    async fn pick_named(&self, server: u32, again: bool) -> Outcome<Vec<u32>> {
        self.host.pick_named(server, again, self.by()).await
    }

    async fn named_folders(&self, server: u32) -> Outcome<Vec<String>> {
        self.host.named_folders(server).await
    }

    async fn pick_repository(&self, pick: u32) -> Outcome<u32> {
        self.host.pick_repository(pick, self.by()).await
    }

    async fn dismiss_pick(&self, pick: u32) -> Outcome<()> {
        self.host.dismiss_pick(pick).await
    }

    async fn grant(
        &self,
        pick: u32,
        server: u32,
        access: Access,
        lifetime: LifetimeChoice,
        typed: Option<String>,
    ) -> Outcome<()> {
        self.host.grant(pick, server, access, lifetime, typed).await
    }

    async fn grant_folders(
        &self,
        picks: Vec<u32>,
        server: u32,
        access: Access,
        lifetime: LifetimeChoice,
    ) -> Outcome<()> {
        self.host.grant_folders(picks, server, access, lifetime).await
    }

    async fn agree(&self, consent: u32) -> Outcome<()> {
        self.agree_without(consent, Vec::new()).await
    }

    async fn agree_without(&self, consent: u32, without: Vec<String>) -> Outcome<()> {
        let mut what = self.host.agreed(consent).await?;
        if let WideningView::Trust { destinations, .. } = &mut what {
            destinations.retain(|it| !without.contains(it));
        }
        self.widen(what).await
    }

    async fn dismiss_consent(&self, consent: u32) -> Outcome<()> {
        self.host.dismiss_consent(consent).await
    }

    async fn grant_again(&self, ended: u32) -> Outcome<Waits> {
        match self.host.one_again(ended, self.by()).await? {
            Some(what) => self.ask_to_widen(what).await,
            None => Ok(None),
        }
    }

    async fn grant_all_again(&self, ended: Vec<u32>) -> Outcome<Waits> {
        match self.host.again(ended, self.by()).await? {
            Some(what) => self.ask_to_widen(what).await,
            None => Ok(None),
        }
    }

    async fn set_access(&self, grant: u32, access: Access) -> Outcome<Waits> {
        // What is to be known of it is looked for there.
        let warnings = Vec::new();
        self.ask_to_widen(WideningView::Access { grant, access, warnings }).await
    }

    async fn set_lifetime(&self, grant: u32, lifetime: LifetimeChoice) -> Outcome<Waits> {
        self.ask_to_widen(WideningView::Lifetime { grant, lifetime }).await
    }

    async fn forget_ended(&self, ended: u32) -> Outcome<()> {
        self.host.forget_ended(ended).await
    }

    async fn revoke(&self, grant: u32) -> Outcome<()> {
        self.host.revoke(grant).await
    }

    async fn revoke_all(&self) -> Outcome<()> {
        self.host.revoke_all().await
    }

    async fn pause(&self, minutes: Option<u32>) -> Outcome<()> {
        self.host.pause(minutes).await
    }

    async fn pause_app(&self, app: String, minutes: Option<u32>) -> Outcome<()> {
        self.host.pause_app(app, minutes).await
    }

    async fn resume_app(&self, app: String) -> Outcome<Waits> {
        self.ask_to_widen(WideningView::ResumeApp { app }).await
    }

    async fn resume(&self) -> Outcome<Waits> {
        self.ask_to_widen(WideningView::Resume).await
    }

    async fn granted_folder(&self, grant: u32) -> Outcome<WirePath> {
        self.host.granted_folder(grant).await.map(WirePath)
    }

    async fn check_paths(&self, server: Option<u32>, text: String) -> Outcome<Vec<VerdictView>> {
        self.host.check_paths(server, text).await
    }

    async fn read_servers(&self, text: String) -> Outcome<Vec<Pasted>> {
        self.host.read_servers(&text).await
    }

    async fn add_server(&self, draft: ServerDraft) -> Outcome<u32> {
        self.host.add_server(draft).await
    }

    async fn edit_server(&self, server: u32, draft: ServerDraft) -> Outcome<()> {
        if self.is_persons() {
            self.host.edit_server(server, draft).await
        } else {
            self.host.edit_command(server, draft).await
        }
    }

    async fn server_draft(&self, server: u32) -> Outcome<ServerDraft> {
        self.host.server_draft(server).await
    }

    async fn has_secrets(&self, server: u32, values: Vec<EnvEntry>) -> Outcome<bool> {
        self.host.has_secrets(server, values).await
    }

    async fn set_keyring_only(&self, on: bool) -> Outcome<Waits> {
        if on {
            return self.host.set_keyring_only().await.map(|()| None);
        }
        self.ask_to_widen(WideningView::SecretsInFile).await
    }

    async fn remove_server(&self, server: u32) -> Outcome<()> {
        self.host.remove_server(server).await
    }

    async fn start_server(&self, server: u32) -> Outcome<()> {
        self.host.start_server(server).await
    }

    async fn set_most_sent(&self, server: u32, most: Option<u32>) -> Outcome<Waits> {
        self.ask_to_widen(WideningView::MostSent { server, most }).await
    }

    async fn send_today(&self, server: u32, today: TodayView) -> Outcome<Waits> {
        self.ask_to_widen(WideningView::SendToday { server, today }).await
    }

    async fn set_scope(&self, server: u32, scope: Scope) -> Outcome<Waits> {
        self.ask_to_widen(WideningView::Scope { server, scope }).await
    }

    async fn set_tool_rule(
        &self,
        server: u32,
        app: Option<String>,
        tool: String,
        rule: Option<ToolRule>,
    ) -> Outcome<Waits> {
        self.ask_to_widen(WideningView::ToolRule { server, app, tool, rule }).await
    }

    async fn set_hold_changed(&self, server: u32, on: bool) -> Outcome<Waits> {
        if on {
            return self.host.hold_changed(server).await.map(|()| None);
        }
        self.ask_to_widen(WideningView::HoldChanged { server }).await
    }

    async fn accept_tools(&self, server: u32) -> Outcome<Waits> {
        self.ask_to_widen(self.host.changed_tools(server).await?).await
    }

    async fn pick_place(&self, place: u32) -> Outcome<u32> {
        self.host.pick_place(place, self.by()).await
    }

    async fn dismiss_place(&self, place: u32) -> Outcome<()> {
        self.host.dismiss_place(place).await
    }

    async fn allow_destination(
        &self,
        server: u32,
        destination: String,
        lifetime: LifetimeChoice,
    ) -> Outcome<Waits> {
        // What a person reads is what is carried out.
        let read = destinations::read_to_allow(&destination)?;
        let what = WideningView::Destination {
            server,
            destination: read.to_string(),
            anywhere: read.is_anywhere(),
            leads_to: Vec::new(),
            lifetime,
        };
        self.ask_to_widen(what).await
    }

    async fn allow_asked_destination(
        &self,
        asked: u32,
        lifetime: LifetimeChoice,
    ) -> Outcome<Waits> {
        self.ask_to_widen(self.host.asked_destination(asked, lifetime).await?).await
    }

    async fn deny_destination(&self, server: u32, destination: String) -> Outcome<()> {
        self.host.deny_destination(server, &destination).await
    }

    async fn forget_destination(&self, server: u32, destination: String) -> Outcome<Waits> {
        let destination = destinations::read(&destination)?.to_string();
        self.ask_to_widen(WideningView::ForgetDestination { server, destination }).await
    }

    async fn dismiss_destination(&self, asked: u32) -> Outcome<()> {
        self.host.dismiss_destination(asked).await
    }

    async fn held_call(&self, call: u32) -> Outcome<HeldCallDetail> {
        self.host.held_call(call).await
    }

    async fn allow_call(&self, call: u32, answer: CallAnswer) -> Outcome<()> {
        self.host.allow_call(call, answer).await
    }

    async fn deny_call(&self, call: u32) -> Outcome<()> {
        self.host.deny_call(call).await
    }

    async fn end_session(&self, server: u32, session: u32) -> Outcome<()> {
        self.host.end_session(server, session).await
    }

    async fn narrow_session(&self, server: u32, session: u32, folder: String) -> Outcome<()> {
        self.host.narrow_session(server, session, folder).await
    }

    async fn stop_server(&self, server: u32) -> Outcome<()> {
        self.host.stop_server(server).await
    }

    async fn restart_server(&self, server: u32) -> Outcome<()> {
        self.host.restart_server(server).await
    }

    async fn trust_server(&self, server: u32, fingerprint: String) -> Outcome<Waits> {
        self.ask_to_widen(WideningView::Trust { server, fingerprint, destinations: Vec::new() })
            .await
    }

    async fn introduce_servers(
        &self,
        servers: Vec<u32>,
        with_folders: Vec<u32>,
        ended: Vec<u32>,
    ) -> Outcome<Vec<u32>> {
        self.host.introduce(servers, with_folders, ended, self.by()).await
    }

    async fn withdraw_trust(&self, server: u32) -> Outcome<()> {
        self.host.withdraw_trust(server).await
    }

    async fn set_lifecycle(&self, server: u32, lifecycle: LifecycleView) -> Outcome<()> {
        self.host.set_lifecycle(server, lifecycle).await
    }

    async fn set_limits(&self, server: u32, limits: LimitsChoice) -> Outcome<()> {
        self.host.set_limits(server, limits).await
    }

    async fn set_confinement(&self, server: u32, choice: Confinement) -> Outcome<Waits> {
        self.ask_to_widen(WideningView::Confinement { server, choice }).await
    }

    async fn dismiss_attempt(&self, server: u32, attempt: u32, silence: bool) -> Outcome<()> {
        self.host.dismiss_attempt(server, attempt, silence).await
    }

    async fn prove(&self, server: u32) -> Outcome<ProvedView> {
        self.host.prove(server).await
    }

    async fn prove_command(
        &self,
        command: Option<ProveDraft>,
        tier: Option<Tier>,
    ) -> Outcome<ProvedView> {
        self.host.prove_command(command, tier).await
    }

    async fn tools(&self, server: u32) -> Outcome<Vec<ToolView>> {
        self.host.tools(server).await
    }

    async fn call_tool(
        &self,
        server: u32,
        tool: String,
        arguments: String,
        call: u32,
    ) -> Outcome<CallView> {
        // What an agent may not do as an app, it may not do with a shell.
        if self.by() != FrontView::Window {
            self.host.may_call(server, &tool).await?;
        }
        let call = self.number(call);
        self.host.call_tool(server, tool, arguments, call.host).await
    }

    async fn cancel_call(&self, call: u32) -> Outcome<()> {
        if let Some(call) = self.calls().get(&call) {
            self.host.cancel_call(*call);
        }
        Ok(())
    }

    async fn resources(&self, server: u32) -> Outcome<ResourcesView> {
        self.host.resources(server).await
    }

    async fn read_resource(&self, server: u32, uri: String, call: u32) -> Outcome<ContentView> {
        let call = self.number(call);
        self.host.read_resource(server, uri, call.host).await
    }

    async fn read_template(
        &self,
        server: u32,
        template: String,
        values: Vec<NamedValue>,
        call: u32,
    ) -> Outcome<ContentView> {
        let call = self.number(call);
        self.host.read_template(server, template, values, call.host).await
    }

    async fn follow_resource(&self, server: u32, uri: String, on: bool) -> Outcome<()> {
        self.host.follow_resource(server, uri, on).await
    }

    async fn prompts(&self, server: u32) -> Outcome<Vec<PromptView>> {
        self.host.prompts(server).await
    }

    async fn prompt(
        &self,
        server: u32,
        name: String,
        values: Vec<NamedValue>,
        call: u32,
    ) -> Outcome<PromptedView> {
        let call = self.number(call);
        self.host.prompt(server, name, values, call.host).await
    }

    async fn complete(&self, server: u32, completing: Completing) -> Outcome<Vec<String>> {
        self.host.complete(server, completing).await
    }

    async fn follow_log(&self, server: Option<u32>) -> Outcome<Option<LogView>> {
        self.follow(server).await
    }

    async fn messages(&self, server: u32, filter: WireFilter) -> Outcome<WirePage> {
        self.host.messages(server, filter).await
    }

    async fn reproduce(&self, server: u32, upto: u32) -> Outcome<String> {
        self.host.reproduce(server, upto).await
    }

    async fn activity(&self, filter: ActivityFilter) -> Outcome<ActivityPage> {
        self.host.activity(filter).await
    }

    async fn seen(&self, server: Option<u32>, span: SpanView) -> Outcome<SeenOverTime> {
        self.host.seen(server, span).await
    }

    async fn export_activity(
        &self,
        filter: ActivityFilter,
        format: ActivityFormat,
        file: WirePath,
    ) -> Outcome<u32> {
        self.host.export_activity(filter, format, &file.0).await
    }

    async fn set_retention(&self, keep: RetentionView) -> Outcome<Waits> {
        self.ask_to_widen(WideningView::Retention { keep: retention::within_bounds(keep) }).await
    }

    async fn delete_activity(&self) -> Outcome<Waits> {
        self.ask_to_widen(WideningView::DeleteActivity).await
    }

    async fn request(&self, request: u32) -> Outcome<RequestDetail> {
        self.host.request(request).await
    }

    async fn send_sampling(&self, request: u32, edit: SamplingEdit) -> Outcome<()> {
        self.host.send_sampling(request, edit).await
    }

    async fn stop_sampling(&self, request: u32) -> Outcome<()> {
        self.host.stop_sampling(request).await
    }

    async fn deliver_answer(&self, request: u32, text: Option<String>) -> Outcome<()> {
        self.host.deliver_answer(request, text).await
    }

    async fn submit_form(&self, request: u32, values: String) -> Outcome<()> {
        self.host.submit_form(request, values).await
    }

    async fn agree_to_url(&self, request: u32) -> Outcome<String> {
        self.host.agree_to_url(request).await
    }

    async fn deny_request(&self, request: u32, mute: bool) -> Outcome<()> {
        self.host.deny_request(request, mute).await
    }

    async fn dismiss_missed(&self, missed: u32) -> Outcome<()> {
        self.host.dismiss_missed(missed).await
    }

    async fn allow_next(&self, server: u32, count: u32) -> Outcome<()> {
        self.host.allow_next(server, count).await
    }

    async fn set_muted(&self, server: u32, muted: bool) -> Outcome<()> {
        self.host.set_muted(server, muted).await
    }

    async fn set_stand_in(&self, app: String, on: bool) -> Outcome<()> {
        self.host.set_stand_in(app, on).await
    }

    async fn set_sampling_limits(&self, server: u32, limits: SamplingLimits) -> Outcome<()> {
        self.host.set_sampling_limits(server, limits).await
    }

    async fn add_provider(&self, draft: ProviderDraft) -> Outcome<u32> {
        self.host.add_provider(draft).await
    }

    async fn edit_provider(&self, provider: u32, draft: ProviderDraft) -> Outcome<()> {
        self.host.edit_provider(provider, draft).await
    }

    async fn allow_provider(&self, provider: u32) -> Outcome<Waits> {
        self.ask_to_widen(self.host.allowing_provider(provider).await?).await
    }

    async fn remove_provider(&self, provider: u32) -> Outcome<()> {
        self.host.remove_provider(provider).await
    }

    async fn check_provider(&self, provider: u32) -> Outcome<()> {
        self.host.check_provider(provider).await
    }

    async fn dismiss_notice(&self, notice: u32) -> Outcome<()> {
        self.host.dismiss_notice(notice).await
    }

    async fn set_terminal_consent(&self, allowed: bool) -> Outcome<Waits> {
        self.let_terminal_consent(allowed).await
    }

    async fn quit(&self) -> Outcome<()> {
        // Before the first server ends, so that nobody takes it for a failure.
        self.fronts.say_bye();
        Ok(())
    }
}
