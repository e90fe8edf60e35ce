import styles from './problem-list.module.css'

/** A broken invariant. */
type ProblemItem = { promise: string; problem: string; subject: string }

const MAX_SHOWN = 20

/** Displays the first problems of a check. */
export const ProblemList = ({ problems }: { problems: readonly ProblemItem[] }) => (
  <ul className={styles.list}>
    {problems.slice(0, MAX_SHOWN).map(({ promise, problem, subject }) => (
      <li key={`${problem} ${subject}`} className="anywhere">
        {promise}: {problem} ({subject})
      </li>
    ))}
  </ul>
)
