// What the samples of a benchmark come to, beside what is aimed at.

/**
 * One thing measured one way. Cases of a group are measured in turn, so samples with the same index
 * belong together.
 * @typedef {{group: string, name: string, unit: 'ns' | 'bytes' | 'count', samples: number[]}} Measure
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

/** Nanoseconds. */
export const MILLISECOND = 1_000_000
export const MEBIBYTE = 2 ** 20

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
 * @param {Row[]} rows
 */
export function compare(measures, rows) {
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
    // Nothing beside nothing has none.
    Number.isFinite(ratio) ? `${ratio.toFixed(2)}×` : '',
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
  if (unit === 'count') return Number(number.toPrecision(3)).toString()
  if (unit === 'bytes') return Math.abs(number) < 10 * MEBIBYTE ? `${(number / 1024).toFixed(0)} KiB` : `${(number / MEBIBYTE).toFixed(1)} MiB`
  if (number >= 1000 * MILLISECOND) return `${(number / MILLISECOND / 1000).toPrecision(3)} s`
  if (number >= MILLISECOND) return `${(number / MILLISECOND).toPrecision(3)} ms`
  return `${(number / 1000).toPrecision(3)} µs`
}

/**
 * The sections of a page by their titles, each as it is written there.
 * @param {string} page
 * @returns {Map<string, string>}
 */
export function sectionsOf(page) {
  const sections = page.split(/^(?=## )/m).filter((section) => section.startsWith('## '))
  return new Map(sections.map((section) => [section.slice(3, section.indexOf('\n')), `${section.trimEnd()}\n`]))
}
