/** As long as a translation may get, and easily told from what is not translated. */
export function lengthened(text: string): string {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const more = "~".repeat(Math.ceil(letters * 0.35)).replace(/~{8}(?=~)/g, "$& ");
  const accented = text.replace(/[aeiouAEIOU]/g, (vowel) => `${vowel}\u0301`.normalize());
  return accented.replace(/\p{L}(?=\P{L}*$)/u, (last) => last + more);
}
