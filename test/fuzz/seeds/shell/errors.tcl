report_checks > file
