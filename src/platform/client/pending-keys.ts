const PREFIX = 'pending:'

const toComparable = (value: unknown): unknown =>
  value instanceof File ? [value.name, value.size, value.lastModified] : value

const buildSlotKey = (call: string, input: unknown) =>
  `${PREFIX}${call}:${JSON.stringify(input, (_key, value) => toComparable(value)) ?? ''}`

/**
 * The Idempotency-Key of an act: made and stored before it is sent, so that trying again after a
 * lost connection or a reload is the same act. Forgotten once there is an answer, so that doing it
 * again on purpose is a new one.
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
