import { Outlet } from 'react-router'
import { FailureMessage } from './failure.tsx'

/** Renders the screens of a frame, so that a failing screen leaves the frame intact. */
export default function Boundary() {
  return <Outlet />
}

export const ErrorBoundary = FailureMessage
