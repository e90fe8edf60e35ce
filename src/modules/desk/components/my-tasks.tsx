import { useQuery } from '@tanstack/react-query'
import { Panel } from '#ui/layout/panel.tsx'
import { deskCalls } from './calls.tsx'
import { NoteLine } from './note-line.tsx'
import styles from './notes.module.css'

/** Displays the open tasks of the signed-in staff member; nothing when there are none. */
export function MyTasks() {
  const { data } = useQuery(deskCalls.tasks.queryOptions())
  const tasks = data?.data ?? []
  if (tasks.length === 0) return null

  return (
    <Panel title="My tasks">
      <ul className={styles.notes}>
        {tasks.map((task) => (
          <NoteLine key={task._id} note={task} withSubject />
        ))}
      </ul>
    </Panel>
  )
}
