// Mistral Vibe: Chat Completions.

export const agent = {
  name: 'Mistral Vibe',
  connects: 'vibe',
  python: '3.12',
  distribution: 'mistral-vibe',
  program: 'vibe',
  configs: ({ origin }) => ({
    '.vibe/config.toml': [
      'active_model = "fake"',
      'enable_telemetry = false',
      'enable_update_checks = false',
      'enable_auto_update = false',
      '',
      '[[providers]]',
      'name = "fake"',
      `api_base = "${origin}/v1"`,
      'api_key_env_var = ""',
      'backend = "generic"',
      '',
      '[[models]]',
      'name = "fake"',
      'provider = "fake"',
      'alias = "fake"',
      '',
    ].join('\n'),
  }),
  adds: (name, { command, args }) => ['mcp', 'add', name, '--transport', 'stdio', '--command', command, ...args.map((arg) => `--arg=${arg}`)],
  // Its model writes a program that calls tools, whose names know no dashes.
  calls: ({ server, tool, arguments: given }) => ({
    tool: 'run_typescript',
    arguments: { code: `async function main() { try { return await tools.mcp_${server}.${tool.replaceAll('-', '_')}(${JSON.stringify(given)}) } catch (error) { return String(error) } }` },
  }),
  start: ({ prompt }) => ({ args: ['--prompt', prompt, '--auto-approve', '--trust'], env: {} }),
}
