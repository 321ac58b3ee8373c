"""Growth of projects: the project after a step, what is bought, and which cables are moved, by policy.

Data flow of a step:

    project, hosts of the step  ->  engine.growth.designs   designs that have all switches of today
                                ->  engine.growth.wiring    links: as they are, moved, new
                                ->  growing                 new devices among those in their racks
                                ->  work, purchases         cables and stages, money
    policies  ->  one such result each, side by side
"""
