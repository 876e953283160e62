import { form, image, resource, text } from './content.mjs'

export const prompts = {
  test_simple_prompt: prompt('A text', [], () => [text('This is a simple prompt for testing.')]),
  test_prompt_with_arguments: prompt('A text with two arguments', ['arg1', 'arg2'], ({ arg1, arg2 }) => [text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`)]),
  test_prompt_with_embedded_resource: prompt('A resource', ['resourceUri'], ({ resourceUri }) => [
    resource(resourceUri, 'text/plain', 'Embedded resource content for testing.'),
    text('Please process the embedded resource above.'),
  ]),
  test_prompt_with_image: prompt('A picture', [], () => [image(), text('Please analyze the image above.')]),
  test_input_required_result_prompt: prompt('Asks for its context', [], async (_, { ask }) => {
    const { user_context } = await ask({ user_context: form('What context should the prompt use?', { context: { type: 'string' } }) })
    return [text(`In this context: ${user_context.content?.context}`)]
  }),
}

function prompt(description, names, said) {
  return {
    description,
    arguments: names.map((name) => ({ name, description: `The ${name}`, required: true })),
    get: async (given, client) => ({ messages: (await said(given, client)).map((content) => ({ role: 'user', content })) }),
  }
}
