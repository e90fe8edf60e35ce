import styles from './problem-list.module.css'

/** Something that must be true of the books and isn't, as a look found it. */
type ProblemItem = { promise: string; problem: string; subject: string }

const MOST_SHOWN = 20

/** What a look found, the first of it, in words. */
export const ProblemList = ({ problems }: { problems: readonly ProblemItem[] }) => (
  <ul className={styles.list}>
    {problems.slice(0, MOST_SHOWN).map(({ promise, problem, subject }) => (
      <li key={`${problem} ${subject}`} className="anywhere">
        {promise}: {problem} ({subject})
      </li>
    ))}
  </ul>
)
