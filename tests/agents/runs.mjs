// What is played with every agent and server.

import { World } from './world.mjs'

/** An agent by itself may give up on a server that starts too slowly: so often it is tried. */
const BY_ITSELF = 4
/** No server may be left so long after its agent was killed, in milliseconds. */
const LEFT = 2_000
/** What servers say when they were called by an agent itself, whether or not it gave them the folder. */
const ANSWERED = /secret-|Echo|no letter|denied|outside|no folder is granted|without folders/i

/**
 * @typedef {{ok: boolean, saw: string}} Run
 * @typedef {{revision?: string, runs: Record<string, Run>}} Played
 */

/**
 * Plays all runs, in this order: the agent with its server by itself, connected; (a, b) granted, then
 * revoked in the same session; (c) not granted, then granted in the same session; (d) not granted, then
 * granted by the request that came of it; (e) granted to who works there; killed; disconnected.
 * @param {{agent: object, program: string}} of
 * @param {import('./servers.mjs').Server} server
 * @returns {Promise<Played>}
 */
export async function play(of, server) {
  const world = await World.make(of, server)
  const played = { runs: {} }
  const run = async (name, body) => {
    try {
      played.runs[name] = { ok: true, saw: oneLine(await body(world, played)) }
    } catch (error) {
      played.runs[name] = { ok: false, saw: oneLine(error.message) }
    }
  }
  try {
    await run('connects', connects)
    if (!played.runs.connects.ok) return played
    await run('granted', granted)
    await run('granted later', grantedLater)
    await run('requested', requested)
    await run('where it works', whereItWorks)
    await run('killed', killed)
    await run('disconnects', disconnects)
  } finally {
    await world.end()
  }
  return played
}

/** The agent runs once by itself, so that its config is as the agent leaves it. */
async function connects(world) {
  await world.configure()
  for (let tries = 1; ; tries++) {
    try {
      await world.converse(callsItself(world))
      break
    } catch (error) {
      if (tries === BY_ITSELF) throw error
    }
  }
  await world.connect()
  return 'connected'
}

function callsItself(world) {
  return async function* () {
    const said = yield world.firstCall()
    must(ANSWERED.test(said), `by itself, the agent called its server, and the model was shown: ${said}`)
  }
}

/** a and b */
async function granted(world, played) {
  let refused
  await world.grant()
  const before = world.servers()
  await world.converse(async function* () {
    const allowed = yield world.call()
    must(world.shows(allowed), `it is granted, and the model was shown: ${allowed}`)
    const [session] = await world.sessions()
    played.revision = session?.revision
    const pids = world.servers(before)
    must(pids.length > 0, 'a server of the session runs')
    await world.revoke()
    refused = yield world.call()
    must(!world.shows(refused), `it was revoked, and the model was shown: ${refused}`)
    must(String(world.servers(before)) === String(pids), 'the same server answered')
  })
  return refused
}

/** c */
async function grantedLater(world) {
  let refused
  await world.converse(async function* () {
    refused = yield world.call()
    must(!world.shows(refused), `nothing was granted, and the model was shown: ${refused}`)
    await world.grant()
    const allowed = yield world.call()
    must(world.shows(allowed), `it was granted, and the model was shown: ${allowed}`)
  })
  return refused
}

/** d: the folder is one that the server's command names, or else that the agent works in. */
async function requested(world) {
  await world.revoke()
  const cwd = world.server.namesFolder ? world.work : world.folder
  await world.converse(async function* () {
    const refused = yield world.call()
    must(!world.shows(refused), `nothing was granted, and the model was shown: ${refused}`)
    await world.grantAsked()
    const allowed = yield world.call()
    must(world.shows(allowed), `what was asked for is granted, and the model was shown: ${allowed}`)
  }, cwd)
  must(!(await world.asked()), 'it is still asked about')
  return 'granted by the request'
}

/** e */
async function whereItWorks(world) {
  let refused
  await world.setScope('app')
  await world.converse(async function* () {
    refused = yield world.call()
    must(!world.shows(refused), `it works elsewhere, and the model was shown: ${refused}`)
  })
  await world.converse(async function* () {
    const allowed = yield world.call()
    must(world.shows(allowed), `it works in the folder, and the model was shown: ${allowed}`)
  }, world.folder)
  await world.setScope('all')
  return refused
}

async function killed(world) {
  await world.grant()
  const before = world.servers()
  let pids
  const talk = world.converse(async function* () {
    yield world.call()
    pids = world.servers(before)
    world.killAgent()
    await world.gone(pids, LEFT)
  })
  await talk.catch((error) => must(pids, error.message))
  must(pids?.length > 0, 'a server of the session runs')
  await world.gone(pids, LEFT)
  must((await world.sessions()).length === 0, 'a session is left')
  return `${pids.length} processes ended`
}

/** The agent ran several times since it was connected. */
async function disconnects(world) {
  const { connects } = world.agent
  if (!connects) return 'by hand'
  const entry = async () => {
    const { apps } = await world.json('apps')
    return apps.find(({ id }) => id === connects)?.files.flatMap(({ entries }) => entries).find(({ name }) => name === world.server.name)
  }
  const connected = await entry()
  must(connected?.how === 'through' && connected.standing === 'asWritten', `the entry is ${JSON.stringify(connected)}`)
  await world.consent('disconnect', connects)
  const own = await entry()
  must(own?.how === 'direct', `given back, the entry is ${JSON.stringify(own)}`)
  return 'given back'
}

function must(holds, what) {
  if (!holds) throw new Error(what)
}

const oneLine = (text = '') => text.replace(/\s+/g, ' ').trim().slice(0, 2000)
