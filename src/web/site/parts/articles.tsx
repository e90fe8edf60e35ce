import styles from './articles.module.css'

type Props = { articles: readonly { title: string; text: string }[] }

/** Short pieces beside each other, each below a rule of its own: the steps of something. */
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
