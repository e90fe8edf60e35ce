import { invariant } from '#lib/invariant.ts'
import { MOVEMENT_PERMISSIONS, type Movement } from './movement.ts'

const IN_MINOR_UNITS: ReadonlySet<string> = new Set(['units', 'cents', 'rate', 'toUnits'])

/** Returns a movement as proposal content: its fields as text, amounts in minor units. */
export const toMovementContent = (movement: Movement): Record<string, string | null> =>
  Object.fromEntries(
    Object.entries(movement).map(([field, value]) => [
      field,
      value === null ? null : String(value),
    ]),
  )

/** Returns the movement that `toMovementContent` wrote. */
export function parseMovement(content: Readonly<Record<string, unknown>>): Movement {
  invariant(String(content.kind) in MOVEMENT_PERMISSIONS, 'the content of a movement has a kind')
  return Object.fromEntries(Object.entries(content).map(parseField)) as Movement
}

function parseField([field, value]: [string, unknown]): [string, unknown] {
  if (field === 'outputIndex') return [field, Number(value)]
  if (field === 'opensPlace') return [field, value === 'true']
  return IN_MINOR_UNITS.has(field) && value !== null
    ? [field, BigInt(String(value))]
    : [field, value]
}
