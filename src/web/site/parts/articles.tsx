import styles from './articles.module.css'

type Props = { articles: readonly { title: string; text: string }[] }

/** Renders short texts side by side, each below a rule: the steps of a process. */
export const Articles = ({ articles }: Props) => (
  <div className={styles.articles}>
    {articles.map(({ title, text }) => (
      <article key={title}>
        <h3>{title}</h3>
        <p>{text}</p>
      </article>
    ))}
  </div>
)
