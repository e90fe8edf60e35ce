import { type FormEvent, useEffect, useId, useState } from 'react'
import { Button } from '../actions/button.tsx'
import { caretLeft } from '../icons.ts'
import styles from './data-table.module.css'
import { describeRange, PAGE_SIZES, parsePage } from './page-sizes.ts'

type Props = {
  page: number
  pages: number
  pageSize: number
  total: number
  loading: boolean
  onPage: (page: number) => void
  onPageSize: (size: number) => void
}

/** Renders which rows of a long list are shown, their number a page, and a way to any page. */
export function ServerFoot({ page, pages, pageSize, total, loading, onPage, onPageSize }: Props) {
  const id = useId()

  return (
    <div className={styles.foot}>
      <p role="status">{loading ? 'Loading...' : describeRange(page, pageSize, total)}</p>
      <div className={styles.paging}>
        <label htmlFor={id}>Rows a page</label>
        <select
          id={id}
          value={pageSize}
          onChange={({ currentTarget: { value } }) => onPageSize(Number(value))}
        >
          {PAGE_SIZES.map((size) => (
            <option key={size} value={size}>
              {size}
            </option>
          ))}
        </select>
        <PageJump page={page} pages={pages} onPage={onPage} />
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

type JumpProps = Pick<Props, 'page' | 'pages' | 'onPage'>

/** A field with the number of the page: Enter goes there. */
function PageJump({ page, pages, onPage }: JumpProps) {
  const id = useId()
  const [typed, setTyped] = useState(String(page))
  useEffect(() => setTyped(String(page)), [page])

  const jump = () => {
    const next = parsePage(typed, pages)
    setTyped(String(next ?? page))
    if (next !== null && next !== page) onPage(next)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    jump()
  }

  return (
    <form className={styles.jump} onSubmit={submit}>
      <label htmlFor={id}>Page</label>
      <input
        id={id}
        inputMode="numeric"
        autoComplete="off"
        value={typed}
        onChange={({ currentTarget: { value } }) => setTyped(value)}
        onBlur={jump}
      />
      <span>of {pages.toLocaleString('en-US')}</span>
    </form>
  )
}
