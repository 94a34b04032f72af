import '#platform/testing/fail-on-console-error.ts'
import '../../styles.css'
