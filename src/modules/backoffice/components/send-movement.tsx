import { treasuryCalls } from '#modules/treasury/components/calls.tsx'
import type { MovementName } from './movement-form.tsx'

type Values = Readonly<Record<string, string>>

type Outcome = Promise<{
  body: { message: string; data: { _id: string; state: 'done' | 'waiting' } }
}>

/** Sends a movement. `receipt` is the payment in suspense that it is about. */
export function sendMovement(name: MovementName, values: Values, receipt = ''): Outcome {
  const { outputIndex, opensPlace, ...fields } = values
  const input = {
    ...omitEmpty(fields),
    ...(outputIndex ? { outputIndex: Number(outputIndex) } : {}),
    ...(opensPlace ? { opensPlace: true } : {}),
    ...(receipt ? { id: receipt } : {}),
  }

  // each call validates its own fields and names the one that is wrong
  return treasuryCalls[name].call(input as never) as Outcome
}

const omitEmpty = (values: Values) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''))
