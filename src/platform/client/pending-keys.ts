const PREFIX = 'pending:'

const toComparable = (value: unknown): unknown =>
  value instanceof File ? [value.name, value.size, value.lastModified] : value

const buildSlotKey = (call: string, input: unknown) =>
  `${PREFIX}${call}:${JSON.stringify(input, (_key, value) => toComparable(value)) ?? ''}`

/**
 * Returns the Idempotency-Key of a call. It is created and stored before the call is sent, so that
 * a retry after a lost connection or a reload has the same key. An answer deletes it, so that a
 * deliberate repetition is a new call.
 */
export function getPendingKey(call: string, input: unknown): { key: string; clear(): void } {
  const slot = buildSlotKey(call, input)
  try {
    const key = sessionStorage.getItem(slot) ?? crypto.randomUUID()
    sessionStorage.setItem(slot, key)
    return { key, clear: () => sessionStorage.removeItem(slot) }
  } catch {
    // a browser that stores nothing still gets a key
    return { key: crypto.randomUUID(), clear: () => {} }
  }
}
