/** JSON for a jsonb column: bigint becomes its decimal text, since a JSON number would lose cents. */
export const jsonText = (value: unknown): string =>
  JSON.stringify(value, (_key, entry) => (typeof entry === 'bigint' ? entry.toString() : entry))
