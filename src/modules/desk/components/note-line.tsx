import { useButtonAction } from '#app-ui/use-toast-action.tsx'
import { usePermission } from '#modules/approvals/components/use-permission.tsx'
import { Button } from '#ui/actions/button.tsx'
import { TextLink } from '#ui/actions/text-link.tsx'
import { CalendarDay, When } from '#ui/figures/when.tsx'
import { Tag } from '#ui/status/tag.tsx'
import { type DeskNote, deskCalls } from './calls.tsx'
import styles from './notes.module.css'

type Props = {
  note: DeskNote
  /** Names the subject, with a link to it. */
  withSubject?: boolean
}

/** Displays a note, or a task with its state and the button that changes it. */
export function NoteLine({ note, withSubject }: Props) {
  const { task } = note
  return (
    <li>
      <div>
        <p className={styles.text}>{note.message}</p>
        <p className="meta muted">
          {withSubject && (
            <>
              <TextLink to={note.to}>{note.kind}</TextLink>
              {' · '}
            </>
          )}
          {note.writtenBy}, <When at={note.writtenAt} timeZone="UTC" /> UTC
          {task && <TaskState task={task} />}
        </p>
      </div>
      {task && <DoneButton id={note._id} done={task.doneAt !== null} />}
    </li>
  )
}

const TaskState = ({ task }: { task: NonNullable<DeskNote['task']> }) => (
  <>
    {' · '}Task for {task.assignee.name}
    {task.dueOn && (
      <>
        , due <CalendarDay day={task.dueOn} />
      </>
    )}
    {task.doneAt && (
      <>
        , done by {task.doneBy} <When at={task.doneAt} timeZone="UTC" /> UTC
      </>
    )}
    {task.overdue && (
      <>
        {' '}
        <Tag tone="wait">Overdue</Tag>
      </>
    )}
  </>
)

function DoneButton({ id, done }: { id: string; done: boolean }) {
  const may = usePermission('desk.write')
  const { pending, press } = useButtonAction(() => deskCalls.changeTask.call({ id, done: !done }))
  if (!may) return null

  return (
    <Button size="sm" pending={pending} pendingLabel="Saving..." onClick={() => void press()}>
      {done ? 'Reopen' : 'Mark as done'}
    </Button>
  )
}
