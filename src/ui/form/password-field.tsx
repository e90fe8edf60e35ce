import { type ComponentProps, useState } from 'react'
import styles from './password-field.module.css'
import { TextField } from './text-field.tsx'

/** Renders a password field with a Show button. Pasting and password managers always work. */
export function PasswordField(props: Omit<ComponentProps<typeof TextField>, 'type' | 'action'>) {
  const [shown, setShown] = useState(false)
  return (
    <TextField
      autoComplete="current-password"
      {...props}
      type={shown ? 'text' : 'password'}
      spellCheck={false}
      autoCapitalize="off"
      action={
        <button
          type="button"
          className={styles.show}
          aria-label={shown ? 'Hide password' : 'Show password'}
          aria-controls={props.id ?? props.name}
          onClick={() => setShown(!shown)}
        >
          {shown ? 'Hide' : 'Show'}
        </button>
      }
    />
  )
}
