import { Button } from '../actions/button.tsx'
import { caretLeft } from '../icons.ts'
import styles from './data-table.module.css'

type Props = {
  page: number
  pages: number
  loading: boolean
  onPage: (page: number) => void
}

/** Renders 'Showing 2 of 12' with Previous and Next. */
export function TableFoot({ page, pages, loading, onPage }: Props) {
  return (
    <div className={styles.foot}>
      <p role="status">{loading ? 'Loading...' : `Showing ${page} of ${pages}`}</p>
      <div className={styles.paging}>
        <Button size="sm" icon={caretLeft} done={page <= 1} onClick={() => onPage(page - 1)}>
          Previous
        </Button>
        <Button size="sm" done={page >= pages} onClick={() => onPage(page + 1)}>
          Next
        </Button>
      </div>
    </div>
  )
}
