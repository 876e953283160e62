// What the samples of a benchmark come to, beside what is aimed at.

/**
 * One thing measured one way. Cases of a group are measured in turn, so samples with the same index
 * belong together.
 * @typedef {{group: string, name: string, unit: 'ns' | 'bytes', samples: number[]}} Measure
 */

/**
 * @typedef {object} Row
 * @property {string} group
 * @property {string} name
 * @property {string} title
 * @property {string} [against] the name of the measure beside which it is put
 * @property {Target[]} [targets]
 */

/**
 * A limit on one number of a row; `beat` names the measure whose median is the limit.
 * @typedef {{of: 'median' | 'p95' | 'over' | 'ratio', atMost?: number, beat?: string}} Target
 */

const MILLISECOND = 1_000_000
const NATIVE = 1.2

const launch = (name, title, more) => ({ group: 'launch', name, title: `launch of \`/bin/true\`: ${title}`, against: 'plain', ...more })
const change = (name, atMost) => [
  { group: 'change', name, title: `${name}, until proved inside`, targets: [{ of: 'p95', atMost: atMost * MILLISECOND }] },
  { group: 'change among 100', name, title: `${name}, among 100 other folders` },
]
const open = (name, title, more) => ({ group: 'open', name, title: `open, read, close: ${title}`, against: 'plain', ...more })
const initialize = (name, title, more) => ({
  group: 'initialize',
  name,
  title: `\`server-filesystem\` until initialized: ${title}`,
  against: 'plain',
  ...more,
})
const launchTargets = [{ of: 'over', atMost: 5 * MILLISECOND }, { of: 'median', beat: 'bubblewrap' }]
const initializeTargets = [{ of: 'ratio', atMost: 1.15 }]

/** @type {Row[]} */
export const ROWS = [
  launch('plain', 'no keeper', { against: undefined }),
  launch('keeper', 'keeper, no sandbox'),
  launch('landlock', 'Landlock'),
  launch('live', 'live mounts', { targets: launchTargets }),
  launch('live, detector', 'live mounts, detector', { targets: launchTargets }),
  launch('live, offline', 'live mounts, no network'),
  launch('bubblewrap', 'bubblewrap, the same folders'),
  ...change('grant', 1),
  ...change('widen', 1),
  ...change('narrow', 1),
  ...change('revoke', 2),
  open('plain', 'no keeper', { against: undefined }),
  open('landlock', 'Landlock'),
  open('live', 'live mounts', { targets: [{ of: 'ratio', atMost: NATIVE }] }),
  open('live, detector', 'live mounts, detector', { targets: [{ of: 'ratio', atMost: 5 }] }),
  initialize('plain', 'no keeper', { against: undefined }),
  initialize('landlock', 'Landlock', { targets: initializeTargets }),
  initialize('live', 'live mounts', { targets: initializeTargets }),
  initialize('live, detector', 'live mounts, detector', { targets: initializeTargets }),
  {
    group: 'memory',
    name: 'private',
    title: 'memory of a keeper with 20 folders, private',
    targets: [{ of: 'median', atMost: 2 ** 20 }],
  },
  { group: 'memory', name: 'proportional', title: 'memory of a keeper with 20 folders, with its share of what is shared' },
]

/**
 * Reads what the measuring program prints: one measure a line.
 * @param {string} output
 * @returns {Measure[]}
 */
export function parseMeasures(output) {
  return output.split('\n').filter(Boolean).map((line) => JSON.parse(line))
}

/**
 * The number that a percentage of the samples does not exceed (nearest rank).
 * @param {number[]} samples
 * @param {number} percent
 */
export function percentile(samples, percent) {
  const sorted = [...samples].sort((one, other) => one - other)
  return sorted[Math.max(Math.ceil((sorted.length * percent) / 100) - 1, 0)]
}

/**
 * Puts each row's numbers beside its targets. A row that was not measured has no numbers.
 * @param {Measure[]} measures
 * @param {Row[]} [rows]
 */
export function compare(measures, rows = ROWS) {
  return rows.map((row) => {
    const numbersOf = (name) => summarize(find(measures, row.group, name), find(measures, row.group, row.against))
    const numbers = numbersOf(row.name)
    const verdicts = numbers ? (row.targets ?? []).map((target) => judge(target, numbers, numbersOf)) : []
    return { ...row, ...numbers, verdicts }
  })
}

function find(measures, group, name) {
  return measures.find((measure) => measure.group === group && measure.name === name)
}

/** What it costs more than the other is the median of the differences within each round. */
function summarize(measure, other) {
  if (!measure) return undefined
  const { samples, unit } = measure
  const numbers = { unit, runs: samples.length, median: percentile(samples, 50), p95: percentile(samples, 95) }
  if (!other) return numbers
  const pairs = samples.map((sample, index) => [sample, other.samples[index]])
  return {
    ...numbers,
    over: percentile(pairs.map(([sample, beside]) => sample - beside), 50),
    ratio: percentile(pairs.map(([sample, beside]) => sample / beside), 50),
  }
}

function judge({ of, atMost, beat }, numbers, numbersOf) {
  const limit = beat ? numbersOf(beat)?.median : atMost
  const shown = beat ? `ahead of ${beat}` : `${WORDS[of]} ≤ ${of === 'ratio' ? `${atMost}×` : show(atMost, numbers.unit)}`
  if (limit === undefined) return { target: shown, met: undefined }
  return { target: shown, met: beat ? numbers[of] < limit : numbers[of] <= limit }
}

const WORDS = { median: 'median', p95: 'p95', over: 'overhead', ratio: 'ratio' }

/**
 * A Markdown table that also reads well in a terminal.
 * @param {ReturnType<typeof compare>} rows
 */
export function table(rows) {
  const header = ['measured', 'median', 'p95', 'overhead', 'ratio', 'target', '']
  const cells = rows.map(({ title, median, p95, over, ratio, unit, verdicts }) => [
    title,
    median === undefined ? 'not measured' : show(median, unit),
    show(p95, unit),
    over === undefined ? '' : `${over < 0 ? '−' : '+'}${show(Math.abs(over), unit)}`,
    ratio === undefined ? '' : `${ratio.toFixed(2)}×`,
    verdicts.map(({ target }) => target).join('; '),
    verdicts.map(({ met }) => (met === undefined ? '–' : met ? '✓' : 'missed')).join(' '),
  ])
  const widths = header.map((title, column) => Math.max(3, title.length, ...cells.map((row) => row[column].length)))
  const line = (row) => `| ${row.map((cell, column) => cell.padEnd(widths[column])).join(' | ')} |`
  const rule = `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`
  return [line(header), rule, ...cells.map(line)].join('\n')
}

/** Three digits that count. */
function show(number, unit) {
  if (number === undefined) return ''
  if (unit === 'bytes') return `${(number / 1024).toFixed(0)} KiB`
  if (number >= MILLISECOND) return `${(number / MILLISECOND).toPrecision(3)} ms`
  return `${(number / 1000).toPrecision(3)} µs`
}
