/** Words that stand in both, only in the second, or only in the first. */
export type Stretch = { kind: "same" | "added" | "removed"; words: string[] };

/** Comparisons after which two texts are called different as a whole. */
const MOST = 1_000_000;

/** The shortest way from one list of words to another, removals before what came in their place. */
export function diffWords(before: string[], after: string[]): Stretch[] {
  const start = sameFrom(before, after, 0);
  const end = sameFrom(before.slice(start).reverse(), after.slice(start).reverse(), 0);
  const olds = before.slice(start, before.length - end);
  const news = after.slice(start, after.length - end);
  const found: Stretch[] = [];
  add(found, "same", after.slice(0, start));
  if (olds.length * news.length > MOST) {
    add(found, "removed", olds);
    add(found, "added", news);
  } else {
    walk(found, olds, news);
  }
  add(found, "same", after.slice(after.length - end));
  return found;
}

export function differ(stretches: Stretch[]): boolean {
  return stretches.some(({ kind }) => kind !== "same");
}

function sameFrom(a: string[], b: string[], at: number): number {
  while (at < a.length && at < b.length && a[at] === b[at]) at += 1;
  return at;
}

function walk(found: Stretch[], olds: string[], news: string[]): void {
  const common = lengths(olds, news);
  const at = (i: number, j: number) => common[i * (news.length + 1) + j] ?? 0;
  let [i, j] = [0, 0];
  while (i < olds.length && j < news.length) {
    if (olds[i] === news[j]) {
      add(found, "same", [news[j]!]);
      i += 1;
      j += 1;
    } else if (at(i + 1, j) >= at(i, j + 1)) {
      add(found, "removed", [olds[i]!]);
      i += 1;
    } else {
      add(found, "added", [news[j]!]);
      j += 1;
    }
  }
  add(found, "removed", olds.slice(i));
  add(found, "added", news.slice(j));
}

/** Length of the longest common subsequence of what is left from each pair of places on. */
function lengths(olds: string[], news: string[]): Uint32Array {
  const width = news.length + 1;
  const table = new Uint32Array((olds.length + 1) * width);
  for (let i = olds.length - 1; i >= 0; i -= 1) {
    for (let j = news.length - 1; j >= 0; j -= 1) {
      table[i * width + j] =
        olds[i] === news[j]
          ? table[(i + 1) * width + j + 1]! + 1
          : Math.max(table[(i + 1) * width + j]!, table[i * width + j + 1]!);
    }
  }
  return table;
}

function add(found: Stretch[], kind: Stretch["kind"], words: string[]): void {
  if (words.length === 0) return;
  const last = found.at(-1);
  if (last?.kind === kind) last.words.push(...words);
  else found.push({ kind, words: [...words] });
}
