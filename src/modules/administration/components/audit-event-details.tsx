import { Link } from 'react-router'
import type { KeyValue } from '#ui/layout/key-values.tsx'
import { describeAuditDetails, describeAuditSubject, hasSubjectId } from '../model.ts'
import type { AuditEventLine } from './calls.tsx'

type SubjectProps = { subject: string; name?: string | null }

/** Names a record in words, as a link to the screen that shows it. */
export function AuditSubject({ subject, name = null }: SubjectProps) {
  const { kind, to } = describeAuditSubject(subject)
  const label = name === null ? kind : `${kind} ${name}`

  return (
    <>
      {to ? (
        <Link className="link" to={to}>
          {label}
        </Link>
      ) : (
        label
      )}
      {name === null && hasSubjectId(subject) && (
        <>
          {' '}
          <span className="mono meta anywhere">{subject}</span>
        </>
      )}
    </>
  )
}

/** Names the actor of an event, as a link to the screen that shows the person. */
export function AuditActor({ actor }: Pick<AuditEventLine, 'actor'>) {
  const to = actor.kind === 'system' ? undefined : describeAuditSubject(actor._id).to
  return to ? (
    <Link className="link" to={to}>
      {actor.label}
    </Link>
  ) : (
    actor.label
  )
}

/** Returns the subject as plain text. */
export const formatAuditSubject = ({ subject, subjectName }: AuditEventLine): string => {
  const { kind } = describeAuditSubject(subject)
  if (subjectName !== null) return `${kind} ${subjectName}`
  return hasSubjectId(subject) ? `${kind} ${subject}` : kind
}

/** Returns the details of an audit event as rows of labels and values. */
export const buildDetailRows = ({ action, subject, details, names }: AuditEventLine): KeyValue[] =>
  describeAuditDetails(action, subject, details).map(({ label, text, id }) => ({
    label,
    value: id ? (
      <AuditSubject subject={id} name={names[id] ?? null} />
    ) : (
      <span className="anywhere">{text}</span>
    ),
  }))
