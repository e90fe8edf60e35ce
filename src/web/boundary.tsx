import { Outlet } from 'react-router'
import { FailureMessage } from './failure.tsx'

/**
 * Stands between a frame and its screens, so that a screen that breaks leaves the frame standing.
 */
export default function Boundary() {
  return <Outlet />
}

export const ErrorBoundary = FailureMessage
