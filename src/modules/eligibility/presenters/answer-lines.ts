import { formatUtcMinute } from '#lib/dates.ts'
import { TICKED } from '../model.ts'

type Question = { id: string; text: string; options: readonly { id: string; text: string }[] }
type Chosen = { id: string; option?: string }
type Statement = { id: string; text: string; answer: string }

type Answered = {
  /** Of the questions. */
  chosen?: readonly Chosen[]
  right?: number
  of?: number
  needed?: number
  /** Of a declaration. */
  statements?: readonly Statement[]
  /** Of a warning: the sentence that was ticked. */
  ticked?: string
  /** Of a cooling-off period: its end. */
  until?: string
  /** Of a warning, as it was stored before its sentence was. */
  acknowledged?: boolean
}

/** Returns what a member was shown and answered, a line for each text, question or statement. */
export function toAnswerLines({ shown, answered }: Record<string, unknown>): string[] {
  const { chosen, right, of, needed, statements, ticked, until, acknowledged } = (answered ??
    {}) as Answered

  return [
    ...toChosenLines(chosen ?? [], shown),
    ...(of === undefined
      ? []
      : [`Right answers: ${right} of ${of}${needed === undefined ? '' : `, ${needed} needed`}`]),
    ...(statements ? toStatementLines(statements, shown) : []),
    ...(ticked ? [String(shown), `Ticked: ${ticked}`] : []),
    ...(acknowledged ? [String(shown), 'Read and understood: yes'] : []),
    ...(until
      ? [...toCoolingOffLines(String(shown)), `Cooling-off until: ${formatUtcMinute(until)}`]
      : []),
  ]
}

/** Returns the sentence that was shown; of the older form its warning and its hours. */
function toCoolingOffLines(shown: string): string[] {
  if (!shown.startsWith('{')) return [shown]

  const { hours, warning } = JSON.parse(shown) as { hours: number; warning: { text: string } }
  return [warning.text, `Cooling-off period: ${hours} hours`]
}

function toStatementLines(statements: readonly Statement[], shown: unknown): string[] {
  const { name, description } = JSON.parse(String(shown)) as { name: string; description: string }

  return [
    `${name}: ${description}`,
    ...statements.map(({ text, answer }) =>
      answer === TICKED ? `Ticked: ${text}` : `${text}: ${answer}`,
    ),
  ]
}

function toChosenLines(chosen: readonly Chosen[], shown: unknown): string[] {
  if (chosen.length === 0) return []

  const questions = JSON.parse(String(shown)) as readonly Question[]
  return chosen.map(({ id, option }) => {
    const question = questions.find((one) => one.id === id)
    const answer = question?.options.find((one) => one.id === option)
    const text = question?.text ?? id
    return `${text}${text.endsWith('?') ? '' : ':'} ${answer?.text ?? option ?? 'no answer'}`
  })
}
