import type { Column } from '#ui/table/column.ts'
import { DataTable } from '#ui/table/data-table.tsx'
import { describeProblemSubject, describeProblemText } from '../model.ts'

/** A broken invariant. */
type ProblemItem = { promise: string; problem: string; subject: string }

const columns: readonly Column<ProblemItem>[] = [
  {
    id: 'subject',
    header: 'Subject',
    text: ({ subject }) => describeProblemSubject(subject),
    cell: ({ subject }) => <span className="anywhere">{describeProblemSubject(subject)}</span>,
  },
  {
    id: 'problem',
    header: 'Problem',
    text: ({ problem }) => describeProblemText(problem),
    cell: ({ problem }) => <span className="anywhere">{describeProblemText(problem)}</span>,
  },
  { id: 'promise', header: 'Rule', text: ({ promise }) => promise, priority: 2 },
]

/** Displays the problems of a check, ten a page. */
export const ProblemList = ({ problems }: { problems: readonly ProblemItem[] }) => (
  <DataTable
    caption="Problems"
    columns={columns}
    rows={problems}
    rowKey={({ problem, subject }) => `${problem} ${subject}`}
    empty="No problems."
    dense
  />
)
