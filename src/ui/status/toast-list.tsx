import { Toast } from '@base-ui/react/toast'
import { useEffect } from 'react'
import { joinClasses } from '../classes.ts'
import { Icon } from '../icon.tsx'
import { checkCircleFill, warningCircleFill, x } from '../icons.ts'
import { subscribeToToasts, type ToastMessage } from './status-message.ts'
import styles from './toast-list.module.css'

const ERROR_MS = 4000
const SUCCESS_MS = 2000

const manager = Toast.createToastManager()

const errors = new Set<string>()

const show = ({ type, text }: ToastMessage) => {
  if (type === 'success')
    return void manager.add({ title: text, type, timeout: SUCCESS_MS, priority: 'low' })

  const id: string = manager.add({
    title: text,
    type,
    timeout: ERROR_MS,
    priority: 'high',
    onRemove: () => void errors.delete(id),
  })
  errors.add(id)
}

const closeErrors = () => {
  for (const id of errors) manager.close(id)
}

/** Renders messages, including those from before it was ready. */
export function ToastList() {
  useEffect(() => subscribeToToasts({ show, closeErrors }), [])
  return (
    <Toast.Provider toastManager={manager}>
      <Toast.Portal>
        <Toast.Viewport className={styles.viewport}>
          <Shown />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  )
}

function Shown() {
  const { toasts } = Toast.useToastManager()
  return toasts.map((item) => (
    <Toast.Root
      key={item.id}
      toast={item}
      // it is focusable, so it must not be hidden from screen readers
      aria-hidden={false}
      className={joinClasses(styles.toast, item.type === 'error' && styles.error)}
    >
      <Toast.Content className={styles.content}>
        <Icon glyph={item.type === 'error' ? warningCircleFill : checkCircleFill} />
        <Toast.Title className={styles.title} render={<p />} />
        <Toast.Close className={styles.close} aria-label="Close" aria-hidden={false}>
          <Icon glyph={x} />
        </Toast.Close>
      </Toast.Content>
    </Toast.Root>
  ))
}
