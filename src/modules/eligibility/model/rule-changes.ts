/** A field that differs between two versions of rules; null where one doesn't have it. */
export type RuleChange = { path: string; before: string | null; after: string | null }

/** Returns the fields that differ, by their path; members of lists are named by their id. */
export function listRuleChanges(before: unknown, after: unknown): RuleChange[] {
  const [old, now] = [flatten(before), flatten(after)]
  const paths = [...new Set([...old.keys(), ...now.keys()])]

  return paths
    .filter((path) => old.get(path) !== now.get(path))
    .map((path) => ({ path, before: old.get(path) ?? null, after: now.get(path) ?? null }))
}

function flatten(value: unknown, path = '', into = new Map<string, string>()): Map<string, string> {
  if (Array.isArray(value) && value.every((entry) => typeof entry === 'string'))
    into.set(path, value.join(', '))
  else if (Array.isArray(value))
    for (const [index, entry] of value.entries())
      flatten(entry, `${path}[${readId(entry) ?? index + 1}]`, into)
  else if (value !== null && typeof value === 'object')
    for (const [key, entry] of Object.entries(value))
      flatten(entry, path ? `${path}.${key}` : key, into)
  else into.set(path, String(value))

  return into
}

const readId = (entry: unknown): string | undefined => {
  const id =
    entry !== null && typeof entry === 'object' ? (entry as { id?: unknown }).id : undefined
  return typeof id === 'string' ? id : undefined
}
