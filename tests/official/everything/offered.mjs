// What is offered in every era: tools, prompts, resources, and how an argument goes on.

import { prompts } from './prompts.mjs'
import { TEMPLATES, read, resources } from './resources.mjs'
import { tools } from './tools.mjs'
import { Failure } from './wire.mjs'

export const OFFERED = {
  'tools/list': () => ({ tools: Object.entries(tools).map(([name, { description, inputSchema }]) => ({ name, description, inputSchema })) }),
  'tools/call': ({ name, arguments: given = {} }, client) => named(tools, name).call(given, client),
  'prompts/list': () => ({ prompts: Object.entries(prompts).map(([name, prompt]) => ({ name, description: prompt.description, arguments: prompt.arguments })) }),
  'prompts/get': ({ name, arguments: given = {} }, client) => named(prompts, name).get(given, client),
  'resources/list': () => ({ resources }),
  'resources/templates/list': () => ({ resourceTemplates: TEMPLATES }),
  'resources/read': ({ uri }) => ({ contents: [read(uri)] }),
  'completion/complete': ({ argument }) => ({ completion: completion(argument.value) }),
}

function named(all, name) {
  if (!Object.hasOwn(all, name)) throw new Failure(-32602, `there is no ${name}`)
  return all[name]
}

function completion(begun) {
  const values = ['paris', 'park', 'party', 'test'].filter((value) => value.startsWith(begun))
  return { values, total: values.length, hasMore: false }
}
