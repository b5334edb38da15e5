report_checks -group_count 0
