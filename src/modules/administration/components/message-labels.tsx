import { Tag, type Tone } from '#ui/status/tag.tsx'
import type { Message } from './message-calls.tsx'

const STATES: Record<Message['state'], [Tone, string]> = {
  new: ['wait', 'New'],
  read: ['progress', 'Read'],
  answered: ['ok', 'Answered'],
}

export const formatMessageState = (state: Message['state']) => STATES[state][1]

export function MessageTag({ state }: { state: Message['state'] }) {
  const [tone, text] = STATES[state]
  return <Tag tone={tone}>{text}</Tag>
}

export const formatMessageKind = (kind: Message['kind']) =>
  kind === 'career' ? 'Application' : 'Question'
