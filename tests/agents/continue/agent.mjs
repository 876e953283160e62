// Continue's command line: Chat Completions.

export const agent = {
  name: 'Continue',
  connects: 'continue',
  program: 'node_modules/.bin/cn',
  configs: ({ name, command, args, origin }) => ({
    '.continue/config.yaml': [
      'name: Paddock',
      'version: 1.0.0',
      'schema: v1',
      'models:',
      '  - name: fake',
      '    provider: openai',
      '    model: fake',
      `    apiBase: ${origin}/v1`,
      '    apiKey: none',
      '    roles: [chat]',
      '    capabilities: [tool_use]',
      'mcpServers:',
      `  - name: ${name}`,
      `    command: ${command}`,
      `    args: ${JSON.stringify(args)}`,
      '',
    ].join('\n'),
  }),
  start: ({ prompt, home }) => ({
    args: ['--print', prompt, '--auto', '--config', `${home}/.continue/config.yaml`],
    env: { CONTINUE_TELEMETRY_ENABLED: '0', CONTINUE_METRICS_ENABLED: '0', DO_NOT_TRACK: '1' },
  }),
}
