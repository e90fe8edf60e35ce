import { formatUtcMinute } from '#lib/dates.ts'

type Question = { id: string; text: string; options: readonly { id: string; text: string }[] }
type Chosen = { id: string; option?: string }
type Statement = { id: string; text: string; answer: string }

type Answered = {
  /** Of the questions. */
  chosen?: readonly Chosen[]
  right?: number
  of?: number
  /** Of a declaration. */
  statements?: readonly Statement[]
  /** Of a warning. */
  acknowledged?: boolean
  /** Of a cooling-off period: its end. */
  until?: string
}

/** Returns what a member answered, a line for each question or statement. */
export function toAnswerLines({ shown, answered }: Record<string, unknown>): string[] {
  const { chosen, right, of, statements, acknowledged, until } = (answered ?? {}) as Answered

  return [
    ...toChosenLines(chosen ?? [], shown),
    ...(of === undefined ? [] : [`Right answers: ${right} of ${of}`]),
    ...(statements ?? []).map(({ text, answer }) => `${text}: ${answer}`),
    ...(acknowledged ? ['Read and understood: yes'] : []),
    ...(until ? [`Cooling-off until: ${formatUtcMinute(until)}`] : []),
  ]
}

function toChosenLines(chosen: readonly Chosen[], shown: unknown): string[] {
  if (chosen.length === 0) return []

  const questions = JSON.parse(String(shown)) as readonly Question[]
  return chosen.map(({ id, option }) => {
    const question = questions.find((one) => one.id === id)
    const answer = question?.options.find((one) => one.id === option)
    return `${question?.text ?? id}: ${answer?.text ?? option ?? 'no answer'}`
  })
}
