//! Resources and prompts as the window shows them. All of it is the server's word.

use paddock_core::text::{shown, shown_lines};
use paddock_mcp::{Prompt, Resource, ResourceTemplate};

use crate::parts::cut;
use crate::template::variables;
use crate::view::{PromptArgumentView, PromptView, ResourceView, TemplateView};

pub(crate) fn resource(resource: &Resource) -> ResourceView {
    ResourceView {
        uri: resource.uri.clone(),
        shown: cut(shown(&resource.uri)),
        name: shown(resource.title.as_ref().unwrap_or(&resource.name)),
        description: resource.description.as_deref().map(lines),
        mime_type: resource.mime_type.as_ref().map(shown),
        size: resource.size,
    }
}

pub(crate) fn template(template: &ResourceTemplate) -> TemplateView {
    TemplateView {
        template: template.uri_template.clone(),
        shown: cut(shown(&template.uri_template)),
        name: shown(template.title.as_ref().unwrap_or(&template.name)),
        description: template.description.as_deref().map(lines),
        mime_type: template.mime_type.as_ref().map(shown),
        variables: variables(&template.uri_template),
    }
}

pub(crate) fn prompt(prompt: &Prompt) -> PromptView {
    let argument = |argument: &paddock_mcp::PromptArgument| PromptArgumentView {
        name: argument.name.clone(),
        title: argument.title.as_ref().map(shown),
        description: argument.description.as_deref().map(lines),
        required: argument.required,
    };
    PromptView {
        name: prompt.name.clone(),
        title: prompt.title.as_ref().map(shown),
        description: prompt.description.as_deref().map(lines),
        arguments: prompt.arguments.iter().map(argument).collect(),
    }
}

fn lines(text: &str) -> String {
    cut(shown_lines(text))
}
