import { ButtonLink } from '#ui/actions/button.tsx'
import { Wrap } from '#ui/layout/site-frame.tsx'
import styles from './close.module.css'

/** Renders the end of a public page with its calls to action. */
export const Close = () => (
  <section className={styles.close}>
    <Wrap className={styles.columns}>
      <h2>See our numbers before you sign up.</h2>
      <div>
        <ButtonLink to="/signup" variant="primary" size="lg">
          Create account
        </ButtonLink>
        <ButtonLink to="/transparency" size="lg">
          View open books
        </ButtonLink>
      </div>
    </Wrap>
  </section>
)
